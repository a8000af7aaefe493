/** The type of a part of a formula. `options`: several options of a list. */
export type FormulaType = "number" | "yesno" | "category" | "options" | "time" | "text";

export type TimeUnit = "day" | "week" | "month" | "year";
export type Aggregate = "sum" | "mean" | "min" | "max";
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** Ids of texts by code, or of one text by another. */
export type TextIds = readonly (readonly [from: number, id: number])[];

/**
 * A formula whose names and types are settled: what the store makes SQL of. Options are ids of the formula's texts,
 * from 1. Anything may be missing, and then so is what is made of it, unless it says otherwise. Steps are grouped by what
 * they give, so that code about one type need not list the steps of the others.
 */
export type FormulaStep = NumberStep | YesNoStep | OptionStep | OptionsStep | TimeStep | TextStep | AnyStep;

/** Gives a number. */
export type NumberStep =
  | { step: "number"; value: number }
  | { step: "number of"; questionId: string }
  | { step: "arithmetic"; sign: "+" | "-" | "*" | "/" | "^"; left: FormulaStep; right: FormulaStep }
  /** Of those that are there; missing without any, and, where it needs all, with one missing. */
  | { step: "aggregate"; how: Aggregate; of: FormulaStep[]; needsAll: boolean }
  | { step: "absolute"; of: FormulaStep }
  /** Halves go up. */
  | { step: "round"; of: FormulaStep; digits: number }
  /** Yes is 1, no is 0. */
  | { step: "as number"; of: FormulaStep }
  /** Whole units from one time to the other, negative when the other is earlier. */
  | { step: "between"; unit: TimeUnit; from: FormulaStep; to: FormulaStep }
  | { step: "chosen"; questionId: string };

/** Gives yes or no. */
export type YesNoStep =
  | { step: "yes"; value: boolean }
  /** Of numbers, times, options or texts: both of one type. */
  | { step: "compare"; sign: Comparison; left: FormulaStep; right: FormulaStep }
  | { step: "contains"; of: FormulaStep; text: string }
  | { step: "and" | "or"; of: FormulaStep[] }
  | { step: "not"; of: FormulaStep }
  /** Never missing. */
  | { step: "answered"; questionId: string }
  | { step: "is there"; of: FormulaStep }
  /** No where it is missing. */
  | { step: "surely"; of: FormulaStep }
  | { step: "chose"; questionId: string; codes: number[]; needsAll: boolean };

/** Gives an id of an option. */
type OptionStep =
  | { step: "text"; id: number }
  | { step: "option of"; questionId: string; ids: TextIds }
  /** The last of these edges that the number reaches says which id: the first one is of numbers below all edges. */
  | { step: "bands"; of: FormulaStep; edges: number[]; ids: number[] }
  /** Edges are quantiles of all responses: a number that is one belongs below it. */
  | { step: "quantiles"; of: FormulaStep; ids: number[] }
  /** Ids that are not there become missing. */
  | { step: "recoded"; of: FormulaStep; ids: TextIds }
  | { step: "combined"; of: FormulaStep[]; ids: readonly (readonly [from: number[], id: number])[] };

/** Gives ids of several options. */
export type OptionsStep =
  | { step: "options of"; questionId: string; ids: TextIds }
  | { step: "pool"; of: FormulaStep[] }
  | { step: "recoded options"; of: FormulaStep; ids: TextIds };

/** Gives a time, in epoch milliseconds. */
export type TimeStep =
  | { step: "time of"; questionId: string }
  | { step: "response time" }
  | { step: "moment"; ms: number };

/** Gives a text that is no option. */
export type TextStep = { step: "text of"; questionId: string } | { step: "words"; text: string };

/** Gives what its parts do, of any type but several options; what is missing has every type. */
export type AnyStep =
  | { step: "missing"; type: FormulaType }
  | { step: "if"; when: FormulaStep; result: FormulaStep; otherwise: FormulaStep }
  | { step: "first"; of: FormulaStep[] };
