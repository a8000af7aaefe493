import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { badContrasts } from "./colours";

/** Waits until animations have ended: half-way through a fade, the contrast is not the final one. */
async function atRest(page: Page): Promise<void> {
  const moving = () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
    return document.getAnimations().filter(ends).length;
  };
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}

/** Turns off the dimming of lists while they reload: a reload may start in the middle of a contrast check. */
async function withoutDimming(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return; // ours is there already: the page adopts none itself
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[aria-busy=true] { opacity: 1 !important; transition: none !important; }");
    document.adoptedStyleSheets.push(sheet);
  });
}

type RunOptions = Parameters<AxeBuilder["options"]>[0];

/** What a page says by its structure: all but its colours. Pages have no frames or media. */
const STRUCTURE: RunOptions = {
  // What is not wrong need not be described, which takes three quarters of the time.
  resultTypes: ["violations"],
  preload: false,
  // Whoever speaks to a page says what is written on a button; axe leaves this rule out until it is told to look.
  rules: { "label-content-name-mismatch": { enabled: true }, "color-contrast": { enabled: false } },
};

type Scheme = "light" | "dark";
type LookAt = { scheme: Scheme; structure: boolean; colours: boolean };

/** Colours are all that differs in the dark, and all that does not at a phone's width. */
const LOOKS = {
  light: { scheme: "light", structure: true, colours: true },
  dark: { scheme: "dark", structure: false, colours: true },
  phone: { scheme: "light", structure: true, colours: false },
} satisfies Record<string, LookAt>;
export type LookName = keyof typeof LOOKS;

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
    const colorScheme = LOOKS[look].scheme;
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    // A page reached by a link takes its title over a moment after it shows.
    await expect(page).toHaveTitle(/\S/);
    expect(await violationsAtRest(page, look, within), `accessibility, ${look}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** What is wrong with a page as it is shown: of `look`, in the colours that it has. */
export async function violationsAtRest(page: Page, look: LookName, within?: string): Promise<string[]> {
  await withoutDimming(page);
  await atRest(page);
  const { structure, colours } = LOOKS[look];
  const found: string[] = [];
  if (structure) found.push(...(await axeFinds(page, within, STRUCTURE)));
  if (colours) found.push(...(await badContrasts(page, within)));
  return found;
}

type Violation = { id: string; nodes: { html: string }[] };
const describeViolation = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`;

async function axeFinds(page: Page, within: string | undefined, options: RunOptions): Promise<string[]> {
  // A page that has the script already is not sent it again, which is half a megabyte each time.
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: "null" }) });
  // A tooltip belongs to what it describes, wherever it stands in the document.
  const axe = builder.setLegacyMode(true).exclude("[role=tooltip]").exclude(FURTHER_ROWS).options(options);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(describeViolation);
}
