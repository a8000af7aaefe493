import { test as base, type Page } from "@playwright/test";

declare global {
  interface Window {
    /** What keeps the page from being drawn. */
    undrawn?: CSSStyleSheet;
  }
}

/** Run in a page before its own scripts. */
function leaveUndrawn(): void {
  window.undrawn = new CSSStyleSheet();
  window.undrawn.replaceSync("html { opacity: 0 !important; }");
  document.adoptedStyleSheets.push(window.undrawn);
}

/** Has a page drawn from now on, until another one is opened in its place. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== window.undrawn);
  });

/**
 * Tests whose pages are laid out and used as ever, but not drawn: drawing takes a fifth of a browser's time. Colours are
 * looked at in pages that are drawn first (`journeys/accessible.ts`), and so is the picture of a failed test.
 */
export const test = base.extend<object>({
  context: async ({ context }, use, testInfo) => {
    await context.addInitScript(leaveUndrawn);
    await use(context);
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const [at, page] of context.pages().entries()) {
      const path = testInfo.outputPath(`page-${at + 1}.png`);
      await draw(page);
      await page.screenshot({ path });
      await testInfo.attach("page", { path, contentType: "image/png" });
    }
  },
});
