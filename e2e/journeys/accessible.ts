import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { draw } from "../undrawn";
import { badContrasts } from "./colours";

type Scheme = "light" | "dark";
type LookAt = { scheme: Scheme; structure: boolean; colours: boolean };

/** Colours are all that differs in the dark, and all that does not at a phone's width. */
const LOOKS = {
  light: { scheme: "light", structure: true, colours: true },
  dark: { scheme: "dark", structure: false, colours: true },
  phone: { scheme: "light", structure: true, colours: false },
} satisfies Record<string, LookAt>;
export type LookName = keyof typeof LOOKS;

/** What stands over a page that is looked at by itself. */
export const OVERLAY = "[role=dialog], [role=menu]";

type Look = {
  /** A part over a page that is looked at elsewhere: a dialog, a menu. */
  within?: string;
  looks?: readonly LookName[];
};

/** No accessibility violations in light and in dark, and one name for each thing that has any. */
export async function expectAccessible(page: Page, { within, looks = ["light", "dark"] }: Look = {}): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: LOOKS[look].scheme });
    expect(await violationsAtRest(page, look, within), `accessibility, ${look}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** What is wrong with a page, shown in the colours of `look`, once it has come to rest. */
export async function violationsAtRest(page: Page, look: LookName, within?: string): Promise<string[]> {
  const { scheme, structure, colours } = LOOKS[look];
  await draw(page);
  await page.waitForFunction(isAtRest, scheme);
  await withAxe(page);
  return [
    ...(structure ? await page.evaluate(structureViolations, { within: within ?? null, options: STRUCTURE }) : []),
    ...(colours ? await badContrasts(page, within) : []),
  ];
}

/** A page that has the script is not sent it again: it is half a megabyte. */
async function withAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
}

/**
 * Whether the page has its colours and its title, which comes a moment later where a link led here, and nothing fades:
 * half-way through a fade, the contrast is not the final one. Run in the page.
 */
function isAtRest(scheme: Scheme): boolean {
  // A list may begin to reload while its contrast is measured. The page itself adopts no style sheets.
  if (document.adoptedStyleSheets.length === 0) {
    const undimmed = new CSSStyleSheet();
    undimmed.replaceSync("[aria-busy=true] { opacity: 1 !important; transition: none !important; }");
    document.adoptedStyleSheets.push(undimmed);
  }
  const shown = document.documentElement.dataset.mantineColorScheme;
  const fades = ({ playState, effect }: Animation) =>
    playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
  return (
    (shown === undefined || shown === scheme) && document.title.trim() !== "" && !document.getAnimations().some(fades)
  );
}

/** What a page says by its structure: all but its colours. Pages have no frames or media. */
const STRUCTURE: RunOptions = {
  // What is not wrong need not be described, which takes three quarters of the time.
  resultTypes: ["violations"],
  preload: false,
  // People speak to a page by the words that they read on a button; axe leaves this rule out until it is told to look.
  rules: { "label-content-name-mismatch": { enabled: true }, "color-contrast": { enabled: false } },
};

type AskedOfStructure = { within: string | null; options: RunOptions };

/** What axe finds, and what has more names than one. Run in a page that has axe. */
async function structureViolations({ within, options }: AskedOfStructure): Promise<string[]> {
  // What has a name in two ways is found by one of them and read out by the other; an id may name nothing at all.
  const hasOneName = (each: Element) => {
    const labels = each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? each.labels : null;
    const ways = [each.hasAttribute("aria-label"), each.hasAttribute("aria-labelledby"), Boolean(labels?.length)];
    const ids = each.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    return ways.filter(Boolean).length <= 1 && ids.every((id) => document.getElementById(id) !== null);
  };
  const named = [...document.querySelectorAll("[aria-label], [aria-labelledby]")];
  const misnamed = named.filter((each) => !hasOneName(each)).map((each) => each.outerHTML.slice(0, 200));
  // Tooltips are read with what they describe. Eight rows stand for the whole of a table.
  const exclude = ["[role=tooltip]", "tbody > tr:nth-child(n + 9)"];
  const { violations } = await window.axe.run({ include: within ?? document, exclude }, options);
  return [
    ...misnamed.map((html) => `one accessible name each: ${html}`),
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ];
}
