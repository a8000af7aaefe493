import { useState } from "react";
import type { PivotState } from "@/lib/pivots/address";
import { besideFirst, isNewTable, type TableDefaults } from "@/lib/pivots/defaults";
import * as layouts from "@/lib/pivots/layout";
import type { PivotValue } from "@/lib/pivots/values";

export type Change = (change: Partial<PivotState>) => void;

/** What is dragged: a dimension, or a value of the table. */
export type Dragged = { dimension: string } | { value: PivotValue };

export type Zone = layouts.Side | "values";

/** `timeZone`: by which the table is shown. */
type Builds = {
  state: PivotState;
  timeZone: string;
  /** What the project's new tables begin with; null: nothing, or it is not known yet. */
  defaults: TableDefaults | null;
  onChange: Change;
};

/** Changes of which question stands where, each said to who does not see it. */
export function useBuilder({ state, timeZone, defaults, onChange }: Builds) {
  const [said, say] = useState("");
  const [refusal, setRefusal] = useState<{ zone: Zone; sentence: string } | null>(null);
  const { rows, columns, values } = state;
  const apply = (change: (layout: layouts.Layout) => layouts.Layout, words: string) => {
    const before = { rows, columns, values };
    const changed = change(before);
    const begun = defaults && isNewTable(before) && !isNewTable(changed) ? besideFirst(changed, defaults) : {};
    const layout = { ...changed, ...begun };
    // Items stand for one grid: another row takes the place of all of them.
    const isOther = state.items && layout.rows.join() !== rows.join();
    if (isOther) layout.rows = layout.rows.filter((id) => !rows.includes(id));
    const zone = layouts.zoneAmong(state.zone, layout, timeZone);
    onChange({
      ...begun,
      ...layout,
      ...layouts.sortAmong(state, layout.values),
      ...(isOther && { items: false, ...layouts.OWN_ORDER }),
      ...zone,
    });
    say(words);
    setRefusal(null);
  };
  return {
    said,
    say,
    /** Why a zone did not take what was dropped on it last. */
    refusalOf: (zone: Zone) => (refusal?.zone === zone ? refusal.sentence : null),
    refuse: (zone: Zone, sentence: string) => setRefusal({ zone, sentence }),
    /** By the name that a person reads. */
    place: (id: string, side: layouts.Side, { name, at }: { name: string; at?: number }) =>
      apply((layout) => layouts.placeDimension(layout, id, side, at), `${name} is in ${side}.`),
    replace: (id: string, by: string, name: string) =>
      apply((layout) => layouts.replaceDimension(layout, id, by), `The table now has ${name}.`),
    remove: (id: string, name: string) =>
      apply((layout) => layouts.removeDimension(layout, id), `${name} is not in the table any more.`),
    placeValue: (value: PivotValue, { name, at }: { name: string; at?: number }) =>
      apply((layout) => layouts.placeValue(layout, value, at), `${name} is in values.`),
    replaceValue: (value: PivotValue, by: PivotValue, name: string) =>
      apply((layout) => layouts.replaceValue(layout, value, by), `The table now shows ${name}.`),
    removeValue: (value: PivotValue, name: string) =>
      apply((layout) => layouts.removeValue(layout, value), `${name} is not in the table any more.`),
    /** The items of a grid in rows, their options in columns, with a mean where they have one. */
    showGrid: (items: readonly string[], { name, mean }: { name: string; mean: boolean }) => {
      const [first = ""] = items;
      const shows: PivotValue[] = mean ? [{ show: "mean", questionId: first }] : [];
      const begun =
        defaults && isNewTable({ rows, columns, values }) ? besideFirst({ rows, columns, values }, defaults) : {};
      const beside = (begun.columns ?? columns).filter((id) => !items.includes(id));
      onChange({
        ...begun,
        ...{ rows: [...items], columns: beside, items: true, nets: "none", chart: "none" },
        ...layouts.OWN_ORDER,
        values: [{ show: "column", questionId: null }, ...shows],
      });
      say(`${name} is in rows.`);
    },
    /** Nets of the rows with the options that they are made of, or without. */
    showOptions: (nets: string, { source, place }: { source: string; place: PivotState["nets"] }) => {
      onChange({
        nets: place,
        rows: place === "none" ? [nets] : [nets, source],
        columns: columns.filter((id) => id !== source),
      });
      say(place === "none" ? "The table shows nets alone." : "The table shows nets with their options.");
    },
    swap: () => apply(layouts.swapSides, "Rows and columns are swapped."),
  };
}

export type Builder = ReturnType<typeof useBuilder>;
