import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { KEEP_EARLY_PRESS } from "./early-press";
import { PageIsLive } from "./page-is-live";

/** A document before its page answers; what each button is told. */
function showEarly() {
  const pressed = vi.fn();
  document.body.innerHTML =
    '<button type="button">Filter</button><button type="button" popovertarget="box">Menu</button><p>Words</p>';
  for (const button of document.querySelectorAll("button")) {
    button.addEventListener("click", () => pressed(button.textContent));
  }
  new Function(KEEP_EARLY_PRESS)();
  return pressed;
}

const press = (text: string) => screen.getByText(text).click();

test("a button pressed before the page answers is pressed once, when it does", () => {
  const pressed = showEarly();
  press("Filter");
  press("Filter");
  expect(pressed).not.toHaveBeenCalled();
  render(<PageIsLive />);
  expect(pressed.mock.calls).toEqual([["Filter"]]);
  press("Filter");
  expect(pressed).toHaveBeenCalledTimes(2);
});

test("a press elsewhere drops it, and what the browser opens by itself is left to it", () => {
  const pressed = showEarly();
  press("Filter");
  press("Words");
  press("Menu");
  expect(pressed.mock.calls).toEqual([["Menu"]]);
  render(<PageIsLive />);
  expect(pressed.mock.calls).toEqual([["Menu"]]);
});

test("a button that is gone when the page answers is not pressed", () => {
  const pressed = showEarly();
  press("Filter");
  screen.getByText("Filter").remove();
  render(<PageIsLive />);
  expect(pressed).not.toHaveBeenCalled();
});
