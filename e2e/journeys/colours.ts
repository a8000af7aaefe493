import type { Page } from "@playwright/test";
import type { Result } from "axe-core";

declare global {
  interface Window {
    /** In a page that was given the script. */
    axe: typeof import("axe-core");
  }
}

/**
 * Contrast is looked at once in each process for each combination of a text's colour and size with all that is painted
 * behind it: most texts look like one that axe has found good already, and contrast takes it longer than all else.
 */
const good = new Set<string>();

/** Texts without enough contrast among those whose look is new, in a page that has axe. */
export async function badContrasts(page: Page, within: string | undefined): Promise<string[]> {
  const { bad, passed } = await page.evaluate(contrastsOfNewLooks, { within: within ?? null, known: [...good] });
  for (const look of passed) good.add(look);
  return bad.length > 0 ? [`color-contrast: ${bad.join(" | ")}`] : [];
}

type Asked = { within: string | null; known: string[] };

/** What axe says of texts whose look is not known: which are bad, and which looks are good. Run in a page that has axe. */
async function contrastsOfNewLooks({ within, known }: Asked): Promise<{ bad: string[]; passed: string[] }> {
  const paintOf = (element: Element) => {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    return `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`;
  };
  const UNPAINTED = "rgba(0, 0, 0, 0) none 1 none normal";
  const paints = new Map<Element, string>();
  /** What an element and all around it paint behind its text. */
  const paintsOf = (element: Element | null): string => {
    if (element === null) return "";
    const known = paints.get(element);
    if (known !== undefined) return known;
    const own = paintOf(element);
    const all = paintsOf(element.parentElement) + (own === UNPAINTED ? "" : `/${own}`);
    paints.set(element, all);
    return all;
  };
  /** What is drawn at the same place without being around the text: an indicator behind it, a notice over it. */
  const drawnAt = (element: Element, { x, y, width, height }: DOMRect) => {
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
    const others = stack.filter((each) => !each.contains(element) && !element.contains(each));
    return `${stack.includes(element)} ${others.map(paintsOf).join()}`;
  };
  const lookOf = (element: Element, place: DOMRect) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, drawnAt(element, place), paintsOf(element)].join("; ");
  };
  const isText = (node: Node) => node instanceof Text && node.data.trim() !== "";
  const texts = new Map<string, Element[]>();
  for (const root of within === null ? [document.documentElement] : document.querySelectorAll(within)) {
    for (const element of [root, ...root.querySelectorAll("*")]) {
      if (!element.matches("input, textarea, select") && ![...element.childNodes].some(isText)) continue;
      // What cannot be used need not be read, and what is not there for eyes has no colours.
      if (element.closest("[role=tooltip], [aria-disabled=true], :disabled")) continue;
      const place = element.getBoundingClientRect();
      if (place.width <= 1 || place.height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const look = lookOf(element, place);
      texts.set(look, [...(texts.get(look) ?? []), element]);
    }
  }
  for (const look of known) texts.delete(look);
  if (texts.size === 0) return { bad: [], passed: [] };

  // Two texts of each look: axe cannot judge one that something else covers.
  const looksOfFew = new Map([...texts].flatMap(([look, all]) => all.slice(0, 2).map((text) => [text, look] as const)));
  const { violations, passes } = await window.axe.run(
    { include: [...looksOfFew.keys()] },
    { runOnly: ["color-contrast"], resultTypes: ["violations", "passes"], elementRef: true, preload: false },
  );
  const looksOf = (results: Result[]) =>
    results.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element && looksOfFew.get(element)) ?? []));
  const badLooks = new Set(looksOf(violations));
  return {
    bad: violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160))),
    passed: looksOf(passes).filter((look) => !badLooks.has(look)),
  };
}
