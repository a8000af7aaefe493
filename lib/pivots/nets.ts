import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotState } from "./address";
import type { TableData } from "./banner";

/**
 * Nets with their options in one table: its rows are a question of nets and the question that they are made of. Every
 * figure is of a table of the service's: nets and their options from one by both questions, options in no net from one
 * by the second alone.
 */

/** Whether the address asks for nets with their options. */
export const showsOptions = ({ rows, nets, items }: Pick<PivotState, "rows" | "nets" | "items">): boolean =>
  nets !== "none" && rows.length === 2 && !items;

/** Codes of the options that each net is made of. */
type Nets = ReadonlyMap<number, ReadonlySet<number>>;

/** The nets of the rows' first question where the second is what they are made of; null: they are not such. */
export function netsOf([first, second]: readonly string[], questions: readonly Question[]): Nets | null {
  const derivation = questions.find(({ id }) => id === first)?.derivation;
  if (derivation?.form !== "nets" || derivation.questionId !== second) return null;
  return new Map(derivation.nets.map(({ code, of }) => [code, new Set(of)]));
}

/** The question that a question of nets is made of; null: it is not such a one. */
export function sourceOfNets(id: string, questions: readonly Question[]): string | null {
  const derivation = questions.find((each) => each.id === id)?.derivation;
  return derivation?.form === "nets" ? derivation.questionId : null;
}

/** Stands before the code of an option in no net, beyond the codes of nets. */
const IN_NO_NET = 2 ** 40;
const NO_NET = "In no net";

/** Whether a row's codes are of an option in no net: they are of the second question alone. */
export const isInNoNet = ([first]: readonly number[]): boolean => first === IN_NO_NET || (first ?? 0) < 0;

/** Where a row stands among others: an option in no net beside the nets, not in a group of such options. */
export function placeAmongNets(codes: readonly number[]): readonly (string | number)[] {
  const [first = 0, option] = codes;
  if (!isInNoNet(codes)) return codes;
  return first < 0 ? [first] : [`alone ${option}`];
}

type Figures = "cells" | "base" | "weightedBase" | "effectiveBase" | "deviation";
const figures: readonly Figures[] = ["cells", "base", "weightedBase", "effectiveBase", "deviation"];

type Row = { of: TableData; at: number; codes: number[]; labels: string[] };

/**
 * `crossed`: by nets and options; `alone`: by options. Null where they cannot be told apart: a service gave no codes, or
 * other columns.
 */
export function joinNets(crossed: TableData, alone: TableData, nets: Nets): TableData | null {
  const hasCodes = [crossed, alone].every(({ rows, rowCodes }) => rowCodes.length === rows.length);
  if (!hasCodes || JSON.stringify(crossed.columns) !== JSON.stringify(alone.columns)) return null;
  const inNets = new Set([...nets.values()].flatMap((of) => [...of]));
  const rows = [...rowsOfNets(crossed, nets), ...rowsInNoNet(alone, inNets), ...totalOf(crossed)];
  const joined = { ...crossed, rows: rows.map(({ labels }) => labels), rowCodes: rows.map(({ codes }) => codes) };
  for (const key of figures) joined[key] = rows.map(({ of, at }) => of[key][at] ?? []);
  return joined;
}

function rowsOfNets(crossed: TableData, nets: Nets): Row[] {
  return crossed.rowCodes.flatMap((codes, at): Row[] => {
    const [net, option] = codes;
    const options = net === undefined ? undefined : nets.get(net);
    if (!options || (option !== undefined && !options.has(option))) return [];
    return [{ of: crossed, at, codes, labels: crossed.rows[at] ?? [] }];
  });
}

function rowsInNoNet(alone: TableData, inNets: ReadonlySet<number>): Row[] {
  return alone.rowCodes.flatMap(([code], at): Row[] => {
    if (code === undefined || inNets.has(code)) return [];
    const labels = alone.rows[at] ?? [];
    // An answer that is missing stands last, and is known by its first code too.
    const isMissing = code < 0;
    return [
      { of: alone, at, codes: [isMissing ? code : IN_NO_NET, code], labels: [isMissing ? "" : NO_NET, ...labels] },
    ];
  });
}

function totalOf(crossed: TableData): Row[] {
  const at = crossed.rowCodes.findIndex(({ length }) => length === 0);
  return at < 0 ? [] : [{ of: crossed, at, codes: [], labels: [] }];
}
