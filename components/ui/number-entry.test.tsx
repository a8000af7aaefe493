import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { NumberEntry, type NumberEntryProps } from "./number-entry";

function Entry({ onChange, ...props }: Partial<NumberEntryProps>) {
  const [value, setValue] = useState<number | null>(typeof props.value === "number" ? props.value : null);
  return (
    <NumberEntry
      label="Respondents"
      {...props}
      value={value}
      onChange={(next, text) => {
        onChange?.(next, text);
        setValue(next);
      }}
    />
  );
}

const typeInto = async (text: string, props: Partial<NumberEntryProps> = {}) => {
  const onChange = vi.fn();
  const { user } = renderPage(<Entry onChange={onChange} {...props} />);
  const field = screen.getByLabelText("Respondents");
  await user.type(field, text);
  await user.tab();
  return { field: field as HTMLInputElement, last: onChange.mock.lastCall?.[0] as number | null, user };
};

test("takes typed text as one number and shows it grouped when it is left", async () => {
  const { field, last } = await typeInto("1e3", { min: 1, decimals: 0 });
  expect(last).toBe(1000);
  expect(field.value).toBe("1,000");
});

test("keeps what it cannot accept as it was typed, says why, and hands on no number", async () => {
  const { field, last } = await typeInto("-5", { min: 1, decimals: 0 });
  expect(field.value).toBe("-5");
  expect(last).toBeNaN();
  expect(screen.getByText("Must be 1 or more.")).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("shows signs and decimals at rest, and lets arrow keys count within the range", async () => {
  const { field, last } = await typeInto("99{ArrowUp}{ArrowUp}{ArrowUp}", { min: 0, max: 100, suffix: "%" });
  expect(last).toBe(100);
  expect(field.value).toBe("100%");
});

test("an empty field is no number, not 0", async () => {
  const { last } = await typeInto("5{Backspace}");
  expect(last).toBeNull();
});
