import { BANNER_TITLES } from "./banner";
import { type ItemColumn, type Items, itemBase, itemFigure, shareNames } from "./items";
import { itemValue } from "./items-judge";
import type { LongRow } from "./pivot-file";
import type { Titles } from "./prepare-pivot";

/** What heads the long form of a grid's table: an item and its answer, by a question of the banner and its answer. */
export const itemTitles = ({ title, spans, baseRule }: Items): Titles => ({
  rows: [title || "Item", "Answer to the item"],
  columns: spans.length > 0 ? BANNER_TITLES : [],
  value: ({ show }) => (show === "mean" ? "Mean" : shareNames[baseRule]),
});

/** The names that stand in its rows and columns, those of any item. */
export const itemPaths = ({ columns, across }: Items) => ({
  rows: columns.map(({ label }) => [label]),
  columns: across.map(({ labels }) => labels),
});

/** Every figure of a grid's items: each share and the mean, of everybody, of each question of the banner and its answers. */
export function itemLongRows({ items, columns, across }: Items): LongRow[] {
  const shown = columns.filter(({ kind }) => kind !== "banner");
  return items.flatMap((item) =>
    across.flatMap((member) =>
      shown.map((each): LongRow => {
        // A column of everybody stands for any member of the banner.
        const column: ItemColumn = { ...each, banner: member.codes.length > 0 ? member : null };
        return {
          row: each.kind === "mean" ? [item.title] : [item.title, each.label],
          column: member.labels,
          value: itemValue(each, item.id),
          figure: itemFigure(item, column),
          base: itemBase(item, column, "base"),
          weightedBase: itemBase(item, column, "weightedBase"),
          effectiveBase: itemBase(item, column, "effectiveBase"),
        };
      }),
    ),
  );
}
