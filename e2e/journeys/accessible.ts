import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What is fading in, changes its colour or is being read anew has for a moment a contrast that nobody reads by. */
async function atRest(page: Page): Promise<void> {
  const moving = () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
    const isDimmed = (busy: Element) => getComputedStyle(busy).opacity !== "1";
    const busy = [...document.querySelectorAll("[aria-busy=true]")];
    return document.getAnimations().filter(ends).length + busy.filter(isDimmed).length;
  };
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}

/** What is not wrong need not be described, which takes three quarters of the time; nor have pages frames or media. */
type RunOptions = Parameters<AxeBuilder["options"]>[0];
const VIOLATIONS: RunOptions = {
  resultTypes: ["violations"],
  preload: false,
  // Whoever speaks to a page says what is written on a button; axe leaves this rule out until it is told to look.
  rules: { "label-content-name-mismatch": { enabled: true } },
};

/**
 * Colours are all that differs in the dark, and all that does not at a phone's width. They take three quarters of a
 * look.
 */
const LOOKS = {
  light: VIOLATIONS,
  dark: { ...VIOLATIONS, runOnly: ["color-contrast"] },
  phone: { ...VIOLATIONS, rules: { ...VIOLATIONS.rules, "color-contrast": { enabled: false } } },
} satisfies Record<string, RunOptions>;
export type LookName = keyof typeof LOOKS;

const schemeOf: Record<LookName, "light" | "dark"> = { light: "light", dark: "dark", phone: "light" };

/** Eight rows of a table stand for all of them. */
const FURTHER_ROWS = "tbody > tr:nth-child(n + 9)";

/** What has a name in two ways is found by one of them and read out by the other; an id that names nothing names nobody. */
async function expectOneNameEach(page: Page): Promise<void> {
  const namedTwice = () =>
    [...document.querySelectorAll("[aria-label], [aria-labelledby]")]
      .filter((each) => {
        const labels = each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? each.labels : null;
        const ways = [each.hasAttribute("aria-label"), each.hasAttribute("aria-labelledby"), Boolean(labels?.length)];
        const ids = each.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
        return ways.filter(Boolean).length > 1 || ids.some((id) => document.getElementById(id) === null);
      })
      .map((each) => each.outerHTML.slice(0, 200));
  expect(await page.evaluate(namedTwice), "one accessible name each").toEqual([]);
}

/** What stands over a page that is looked at by itself. */
export const OVERLAY = "[role=dialog], [role=menu]";

type Look = {
  /** A part over a page that is looked at elsewhere: a dialog, a menu. */
  within?: string;
  looks?: readonly LookName[];
};

/** No accessibility violations in light and in dark, and one name for each thing that has any. */
export async function expectAccessible(page: Page, { within, looks = ["light", "dark"] }: Look = {}): Promise<void> {
  await expectOneNameEach(page);
  for (const look of looks) {
    const colorScheme = schemeOf[look];
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    // A page reached by a link takes its title over a moment after it shows.
    await expect(page).toHaveTitle(/\S/);
    const found = await violationsAtRest(page, look, within);
    // A list that is read anew during the look is dimmed in it: what is wrong at rest is wrong at a second look too.
    const again = found.length > 0 ? await violationsAtRest(page, look, within) : found;
    expect(again, `accessibility, ${look}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

async function violationsAtRest(page: Page, look: LookName, within: string | undefined): Promise<string[]> {
  await atRest(page);
  // A tooltip belongs to what it describes, wherever it stands in the document.
  // A page that has the script already is not sent it again, which is half a megabyte each time.
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: "null" }) });
  const axe = builder.setLegacyMode(true).exclude("[role=tooltip]").exclude(FURTHER_ROWS).options(LOOKS[look]);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
