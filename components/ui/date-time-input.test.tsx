import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { DateTimeInput } from "./date-time-input";

function Field() {
  const [value, setValue] = useState<string | null>("2027-03-14 18:00:00");
  return <DateTimeInput label="Out of field" required error="This is in the past." value={value} onChange={setValue} />;
}

test("a date is chosen by the press that loads its calendar, with the keyboard as well", async () => {
  const { user } = renderPage(<Field />);
  const closed = screen.getByLabelText(/Out of field/);
  expect(closed.textContent).toBe("2027-03-14 18:00:00");
  expect(screen.getByText("This is in the past.")).toBeTruthy();
  closed.focus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("button", { name: "20 March 2027" }));
  await user.keyboard("{Escape}");
  const field = screen.getByLabelText(/Out of field/);
  expect(field.textContent).toBe("2027-03-20 18:00:00");
  expect(document.activeElement).toBe(field);
});
