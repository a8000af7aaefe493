"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { isNumeric } from "@/lib/surveys/qualification-text";
import {
  type Dimension,
  type Group,
  readGroups,
  scaledTo100,
  singleGroups,
  writeGroups,
} from "@/lib/surveys/quotas/interlock";
import {
  type Arrangement,
  type CellChoice,
  completed,
  type PlannedInterlock,
  planInterlock,
  type Typed,
  type Way,
  waysOf,
} from "@/lib/surveys/quotas/interlock-plan";
import { useEditor } from "../../editor/editor-context";

/** A question that was chosen, and its groups as they are typed. */
export type TypedDimension = {
  question: Question;
  text: string;
  groups: Group[];
  /** Why the text cannot be read. */
  problem: string | null;
};

export type InterlockControl = {
  dimensions: TypedDimension[];
  free: Question[];
  addQuestion: (id: string) => Question | undefined;
  removeQuestion: (question: Question) => void;
  typeGroups: (question: Question, text: string) => void;
  arrangement: Arrangement;
  arrange: (arrangement: Arrangement) => void;
  way: Way;
  setWay: (way: Way) => void;
  total: Typed;
  setTotal: (total: Typed) => void;
  margins: readonly (readonly Typed[])[];
  /** Percentages of a question's groups from one on. */
  typeMargins: (question: Question, from: number, values: readonly Typed[]) => void;
  cells: ReadonlyMap<string, CellChoice>;
  changeCell: (key: string, change: CellChoice) => void;
  /** Figures one below the other, from a cell on. */
  fillCells: (key: string, member: "target" | "percent", values: readonly Typed[]) => void;
  leaveOut: (keys: readonly string[]) => void;
  scaleTo100: () => void;
  planned: PlannedInterlock;
  /** The plan as it is typed at this moment, which `planned` may be on its way to. */
  planNow: () => PlannedInterlock;
};

/** More single options than this are typed, not given: nobody wants eighty quotas by chance. */
const MOST_SINGLE = 24;

export function useInterlock(): InterlockControl {
  const { control, questions } = useEditor();
  const respondents = Number(useWatch({ control, name: "respondents" })) || 0;
  const [chosen, setChosen] = useState<readonly { id: string; text: string }[]>([]);
  const [arrangement, setArrangement] = useState<Arrangement>("interlocked");
  const [way, setWay] = useState<Way>("evenly");
  const [total, setTotal] = useState<Typed>(respondents > 0 ? respondents : "");
  const [shares, setShares] = useState<ReadonlyMap<string, readonly Typed[]>>(new Map());
  const [cells, setCells] = useState<ReadonlyMap<string, CellChoice>>(new Map());

  const dimensions = useMemo(
    () =>
      chosen.flatMap(({ id, text }): TypedDimension[] => {
        const question = questions.get(id);
        if (!question) return [];
        const read = readGroups(text, question);
        return "problem" in read
          ? [{ question, text, groups: [], problem: text.trim() === "" ? null : read.problem }]
          : [{ question, text, groups: read.value, problem: null }];
      }),
    [chosen, questions],
  );
  const margins = useMemo(
    () => dimensions.map(({ question }) => shares.get(String(question.id)) ?? []),
    [dimensions, shares],
  );
  const plan = useMemo(() => {
    // Without the groups of one question nothing can be said of any cell.
    const whole = dimensions.every(isWhole) ? dimensions : [];
    return { dimensions: whole, arrangement, way, total, margins, cells };
  }, [dimensions, arrangement, way, total, margins, cells]);
  // Thousands of cells take longer than a keystroke may; what is made is always what was typed.
  const deferred = useDeferredValue(plan);
  const shown = sizeOf(plan.dimensions) > MOST_AT_ONCE ? deferred : plan;
  const planned = useMemo(() => planInterlock(shown), [shown]);

  return {
    dimensions,
    free: [...questions.values()].filter(({ id }) => !chosen.some((each) => each.id === String(id))),
    addQuestion: (id) => {
      const question = questions.get(id);
      if (question) setChosen([...chosen, { id, text: usualGroups(question) }]);
      return question;
    },
    removeQuestion: ({ id }) => setChosen(chosen.filter((each) => each.id !== String(id))),
    typeGroups: ({ id }, text) => setChosen(chosen.map((each) => (each.id === String(id) ? { ...each, text } : each))),
    arrangement,
    arrange: (next) => {
      setArrangement(next);
      if (!waysOf(next).includes(way)) setWay("margins");
    },
    way,
    setWay,
    total,
    setTotal,
    margins,
    typeMargins: ({ id }, from, values) => {
      const next = [...(shares.get(String(id)) ?? [])];
      values.forEach((value, at) => {
        next[from + at] = value;
      });
      // Places never typed into are empty, not holes.
      setShares(
        new Map(shares).set(
          String(id),
          Array.from(next, (value) => value ?? ""),
        ),
      );
    },
    cells,
    changeCell: (key, change) => setCells(new Map(cells).set(key, { ...cells.get(key), ...change })),
    fillCells: (key, member, values) => {
      const open = planned.cells.filter(({ isParent, isLeftOut }) => !isParent && !isLeftOut);
      const from = open.findIndex((cell) => cell.key === key);
      const filled = open.slice(from, from + values.length);
      setCells(
        new Map([
          ...cells,
          ...filled.map((cell, at) => [cell.key, { ...cells.get(cell.key), [member]: values[at] ?? "" }] as const),
        ]),
      );
    },
    leaveOut: (keys) =>
      setCells(new Map([...cells, ...keys.map((key) => [key, { ...cells.get(key), leftOut: true }] as const)])),
    scaleTo100: () => {
      const { offBy } = planned;
      const dimension = typeof offBy === "number" ? dimensions[offBy] : undefined;
      if (dimension && typeof offBy === "number") {
        const typed = Array.from(dimension.groups, (_, at) => margins[offBy]?.[at] ?? "");
        setShares(new Map(shares).set(String(dimension.question.id), scaledTo100(completed(typed))));
      } else if (offBy === "cells") setCells(scaledCells(planned, cells));
    },
    planned,
    planNow: () => planInterlock(plan),
  };
}

const isWhole = ({ groups }: Dimension) => groups.length > 0;

const MOST_AT_ONCE = 500;
const sizeOf = (dimensions: readonly Dimension[]) =>
  dimensions.reduce((count, { groups }) => count * groups.length, dimensions.length === 0 ? 0 : 1);

const usualGroups = (question: Question): string =>
  isNumeric(question) || question.options.length > MOST_SINGLE ? "" : writeGroups(singleGroups(question), question);

function scaledCells({ cells }: PlannedInterlock, choices: ReadonlyMap<string, CellChoice>) {
  const open = cells.filter(({ isParent, isLeftOut }) => !isParent && !isLeftOut);
  const scaled = scaledTo100(completed(open.map(({ key }) => choices.get(key)?.percent ?? "")));
  return new Map([
    ...choices,
    ...open.map(({ key }, at) => [key, { ...choices.get(key), percent: scaled[at] ?? 0 }] as const),
  ]);
}
