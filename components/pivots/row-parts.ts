/** Rows that follow each other in the page, and how many are left out before them. */
export type RowPart = { before: number; from: number; to: number };

/** The rows in view and the one that has the focus, which stays in the page: without it the focus would be lost. */
export function rowParts(view: { from: number; to: number }, kept: number | null): RowPart[] {
  const { from, to } = view;
  if (kept === null || (kept >= from && kept < to)) return [{ before: from, from, to }];
  const alone = { from: kept, to: kept + 1 };
  return kept < from
    ? [
        { before: kept, ...alone },
        { before: from - kept - 1, from, to },
      ]
    : [
        { before: from, from, to },
        { before: kept - to, ...alone },
      ];
}
