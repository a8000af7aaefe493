import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { WhenUsed } from "./when-used";

const page = (onClick: () => void) => (
  <>
    <WhenUsed label="Manager" placeholder="Any manager" text="" width={200}>
      {(reached) => (
        <input aria-label={reached["aria-label"]} data-testid="control" ref={(element) => element?.focus()} />
      )}
    </WhenUsed>
    <button type="button" onClick={onClick}>
      Clear
    </button>
  </>
);

test("a field in use stays until the pointer that leaves it is up: what it presses must not move", async () => {
  const onClick = vi.fn();
  const { user } = renderPage(page(onClick));
  await user.click(screen.getByRole("combobox", { name: "Manager" }));
  expect(await screen.findByTestId("control")).toBe(document.activeElement);
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Clear" }) });
  expect(screen.getByTestId("control")).toBeDefined();
  await user.pointer({ keys: "[/MouseLeft]", target: screen.getByRole("button", { name: "Clear" }) });
  expect(onClick).toHaveBeenCalledOnce();
  expect(await screen.findByRole("combobox", { name: "Manager" })).toBeDefined();
});

test("a field that is left by keyboard goes back at once", async () => {
  const { user } = renderPage(page(() => {}));
  await user.tab();
  expect(await screen.findByTestId("control")).toBe(document.activeElement);
  await user.tab();
  expect(screen.getByRole("combobox", { name: "Manager" })).toBeDefined();
});
