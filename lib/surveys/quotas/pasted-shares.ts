/** Percentages out of a spreadsheet, "50 %" or "33,3"; null: they are something else, or one alone. */
export function pastedShares(text: string): number[] | null {
  const parts = text.replace(/[\r\n]+$/, "").split(/\t|\r\n?|\n|;/);
  const figures = parts.map((part) => part.replace(/[\s%]/gu, ""));
  if (parts.length < 2 || !figures.every((figure) => FIGURE.test(figure))) return null;
  return figures.map((figure) => Number(figure.replace(",", ".")));
}

const FIGURE = /^\d+([.,]\d+)?$/;
