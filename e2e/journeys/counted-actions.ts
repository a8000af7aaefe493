import type { Page } from "@playwright/test";

/**
 * Everything that a person does on a page, as the browser itself sees it: presses of the mouse and of keys, each with
 * the name of what it meets. `add` is for what happens outside of the page.
 */
export async function countActions(page: Page) {
  const actions: { kind: "click" | "key" | "outside"; words: string }[] = [];
  await page.exposeBinding("noteAction", (_source, kind: "click" | "key", words: string) => {
    actions.push({ kind, words });
  });
  await page.addInitScript(() => {
    const note = (window as unknown as { noteAction: (kind: string, words: string) => void }).noteAction;
    const nameOf = (target: EventTarget | null) => {
      const element =
        target instanceof Element ? target.closest("a, button, input, [role=option], [role=menuitem]") : null;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const name = element?.getAttribute("aria-label") ?? labels[0]?.textContent ?? element?.textContent;
      return name?.trim().replace(/\s+/g, " ") || "the page";
    };
    document.addEventListener(
      "pointerdown",
      ({ isTrusted, target }) => isTrusted && note("click", nameOf(target)),
      true,
    );
    document.addEventListener("keydown", ({ isTrusted, key }) => isTrusted && note("key", key), true);
  });
  return {
    actions,
    add: (words: string) => void actions.push({ kind: "outside", words }),
    inWords: () =>
      actions.map(({ kind, words }, at) => `${at + 1}. ${kind === "click" ? `“${words}”` : words}`).join("\n"),
  };
}
