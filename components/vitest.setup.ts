import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// As long as the tests wait elsewhere: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });

/** The part of popovers that happy-dom lacks: being shown, hidden, told of it, and toggled by a button. */
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset.shown = "";
    this.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" }));
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset.shown;
    this.dispatchEvent(Object.assign(new Event("toggle"), { newState: "closed" }));
  },
});
document.addEventListener("click", ({ target }) => {
  const id = target instanceof Element && target.closest("[popovertarget]")?.getAttribute("popovertarget");
  const box = id ? document.getElementById(id) : null;
  if (box?.dataset.shown === undefined) box?.showPopover();
  else box.hidePopover();
});

/** Fields that grow with their text measure it again when a font has come. */
Object.defineProperty(document, "fonts", { value: new EventTarget() });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
