import { expect, type Page } from "@playwright/test";
import { test } from "../undrawn";
import { expectAccessible, type LookName, OVERLAY } from "./accessible";

/** Shows something and waits until it is whole. Lists are narrowed: what holds for three rows holds for fifty. */
type Show = (page: Page) => Promise<void>;

export type Screen = {
  open: Show;
  /** The part of it that is looked at, where the rest is looked at elsewhere. */
  within?: string;
  /** What opens over it, in this order. */
  overlays?: Record<string, Show>;
  /** A phone shows it in another form. */
  onPhone?: PhoneForm;
};

/**
 * `controls`: controls that only a phone shows, whose colours are seen there alone. `parts`: parts below each other.
 * `cards`: another list, whose rows become cards by the same styles, and only has to fit.
 */
type PhoneForm = "controls" | "parts" | "cards";

const looksOnPhone = { controls: ["light"], parts: ["phone"], cards: [] } as const satisfies Record<
  PhoneForm,
  readonly LookName[]
>;

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Also a form with edits, which are dropped. */
async function closeOverlays(page: Page): Promise<void> {
  const discard = page.getByRole("dialog").getByRole("button", { name: "Discard changes" });
  await expect(async () => {
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press("Escape");
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

export async function expectFitForPhone(page: Page, form: PhoneForm = "parts"): Promise<void> {
  await toPhone(page);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page, { looks: looksOnPhone[form] });
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
  await expectFitForPhone(page, onPhone);
}
