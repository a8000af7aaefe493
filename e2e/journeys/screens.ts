import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, OVERLAY } from "./accessible";

/** Shows something and waits until it is whole. Lists are narrowed: what holds for three rows holds for fifty. */
type Show = (page: Page) => Promise<void>;

export type Screen = {
  open: Show;
  /** The part of it that is looked at, where the rest is looked at elsewhere. */
  within?: string;
  /** What opens over it, in this order. */
  overlays?: Record<string, Show>;
  /** A phone shows it in another form: cards for rows, filters folded. */
  onPhone?: true;
};

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

async function closeOverlays(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(page.locator(OVERLAY).filter({ visible: true })).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** In place of what is open over the page. */
export const instead =
  (show: Show): Show =>
  async (page) => {
    await closeOverlays(page);
    await show(page);
  };

const toPhone = (page: Page) => page.setViewportSize({ width: 390, height: 844 });

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** The colours at a phone's width are those seen before. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await toPhone(page);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page, { schemes: ["light"] });
}

/** Looks at a screen, at what opens over it and at its form on a phone, in this order. */
export async function expectScreenAccessible(page: Page, { open, within, overlays = {}, onPhone }: Screen) {
  await open(page);
  await expectAccessible(page, { ...(within && { within }) });
  for (const [name, show] of Object.entries(overlays)) {
    await test.step(name, async () => {
      await show(page);
      await expectAccessible(page, { within: OVERLAY });
    });
  }
  if (!onPhone) return;
  await closeOverlays(page);
  await expectFitForPhone(page);
}
