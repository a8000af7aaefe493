import { notifications } from "@mantine/notifications";
import { cleanup, configure, getConfig } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, vi } from "vitest";
import { withOwnModules } from "@/lib/test-own-modules";

withOwnModules();

/**
 * React captures a stack for each new element, at most 10,000 times within a second, and needs it only for warnings.
 * That takes a seventh of these tests' time. With the limit always reached, it captures none.
 */
const reactInternals: unknown = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (typeof reactInternals === "object" && reactInternals !== null) {
  Object.defineProperty(reactInternals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set: () => {} });
}

/** Whether a query waits for what it looks for: only what it finds last is told, with the page as it is then. */
function isWaiting(): boolean {
  const config: object = getConfig();
  return "_disableExpensiveErrorDiagnostics" in config && config._disableExpensiveErrorDiagnostics === true;
}

const { getElementError } = getConfig();
configure({
  // As long as the tests wait elsewhere: a busy machine is no failure.
  asyncUtilTimeout: 30_000,
  // To write the whole page down at each look takes longer than the look.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});

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
function togglePopover({ target }: Event): void {
  const id = target instanceof Element && target.closest("[popovertarget]")?.getAttribute("popovertarget");
  const box = id ? document.getElementById(id) : null;
  if (box?.dataset.shown === undefined) box?.showPopover();
  else box.hidePopover();
}
document.addEventListener("click", togglePopover);

/** Fields that grow with their text measure it again when a font has come. */
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

/** All files share one window: each test leaves it as it found it. */
afterEach(async () => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  vi.useRealTimers();
  // What a page saves as it is left goes to its own test's server, not to the next one's.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => document.removeEventListener("click", togglePopover));
