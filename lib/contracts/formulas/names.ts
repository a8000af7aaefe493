import type { Question } from "../interfaces/answers";
import { titleOf } from "../rules/question-rules";
import { FormulaMistake, written } from "./tokens";

/** The names of questions in formulas: their ids, and for grids the id or the text. */
export class QuestionNames {
  private readonly byId: ReadonlyMap<string, Question>;

  /** `self`: the id of the question that the formula is of. */
  constructor(
    private readonly questions: readonly Question[],
    private readonly self?: string,
  ) {
    this.byId = new Map(questions.map((question) => [question.id, question]));
  }

  question(name: string): Question | undefined {
    return name === this.self ? undefined : this.byId.get(name);
  }

  /** The items of a grid; null where no grid has this name. */
  grid(name: string): Question[] | null {
    const items = this.questions.filter(({ grid }) => grid !== null && (grid.id === name || grid.text === name));
    return items.length > 0 ? items : null;
  }

  unknown(name: string, at: number, length: number): FormulaMistake {
    if (name === this.self) return new FormulaMistake(`“${name}” cannot be made of itself.`, at, length);
    const byText = this.questions.find((question) => titleOf(question).trim().toLowerCase() === name.toLowerCase());
    const grids = new Set(this.questions.flatMap(({ grid }) => (grid ? [grid.id] : [])));
    const meant = byText?.id ?? nearest(name, [...this.byId.keys(), ...grids]);
    const hint =
      meant === null ? "" : ` Did you mean “${meant}”?${written(meant) === meant ? "" : ` Write ${written(meant)}.`}`;
    return new FormulaMistake(`There is no question “${name.slice(0, 200)}”.${hint}`, at, length);
  }
}

/** Of these names the one that a misspelt one is most like; null: none is. */
export function nearest(name: string, known: readonly string[]): string | null {
  const given = name.trim().toLowerCase();
  // Any two names of a letter are as near as these.
  const most = given.length < 3 ? 0 : Math.max(1, Math.floor(given.length / 4));
  let best: string | null = null;
  let least = most + 1;
  for (const each of known) {
    const other = each.trim().toLowerCase();
    if (Math.abs(other.length - given.length) >= least) continue;
    const distance = distanceOf(given, other);
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** Longer names are not typed by hand. */
const LONGEST = 100;

/** How many letters have to be added, left out or replaced, or exchanged with their neighbour. */
function distanceOf(one: string, other: string): number {
  if (one.length > LONGEST || other.length > LONGEST) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place++) {
      const replaced = (row[place] ?? 0) + (one[at] === other[place] ? 0 : 1);
      const isSwapped = at > 0 && place > 0 && one[at] === other[place - 1] && one[at - 1] === other[place];
      const swapped = isSwapped ? (before[place - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
