import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "../test-page";
import { WhenUsed } from "./when-used";

function Manager() {
  const [value, setValue] = useState<string | null>("Ann");
  return (
    <>
      <WhenUsed label="Manager" placeholder="Any manager" text={value ?? ""} width={140}>
        {(reached, { Select }) => (
          <Select {...reached} data={["Ann", "Bob"]} value={value} onChange={setValue} searchable />
        )}
      </WhenUsed>
      <button type="button">Elsewhere</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Manager" });

test("a field says what is chosen before anybody uses it, without the control behind it", () => {
  renderPage(<Manager />);
  expect(field().value).toBe("Ann");
  expect(document.querySelector(".mantine-Select-root")).toBeNull();
});

test("pressed, it opens the choices, and what is chosen stands in it afterwards", async () => {
  const { user } = renderPage(<Manager />);
  await user.click(field());
  await user.click(await screen.findByRole("option", { name: "Bob" }));
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await expect.poll(() => document.querySelector(".mantine-Select-root")).toBeNull();
  expect(field().value).toBe("Bob");
});

test("what is typed before the choices are loaded is what they are searched for", async () => {
  const { user } = renderPage(<Manager />);
  act(() => field().focus());
  for (const key of ["b", "o"]) fireEvent.keyDown(field(), { key });
  expect(field().readOnly).toBe(true);
  expect((await screen.findByRole("option", { name: "Bob" })).textContent).toBe("Bob");
  expect(screen.queryByRole("option", { name: "Ann" })).toBeNull();
  expect(field().value).toBe("bo");
  await user.click(screen.getByRole("option", { name: "Bob" }));
  expect(field().value).toBe("Bob");
});

test("reached by the keyboard it has the focus at once, and can be typed into", async () => {
  const { user } = renderPage(<Manager />);
  await user.tab();
  expect(document.activeElement).toBe(field());
  await user.clear(field());
  await user.keyboard("bo");
  await user.click(await screen.findByRole("option", { name: "Bob" }));
  expect(field().value).toBe("Bob");
});
