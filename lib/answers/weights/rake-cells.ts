import type { AnswerOption, Question, WeightRecipe } from "@/lib/contracts/interfaces/answers";
import type { RakedGroup, WeightReport } from "@/lib/contracts/ours/weights";
import { optionNames } from "@/lib/contracts/rules/option-names";
import type { Rest } from "@/lib/stats/proportional-fitting";
import { type Margin, type Raked, rake, rakingProblems } from "@/lib/stats/raking";

/** Raking over cells: everybody who gave the same answers to the margins' questions has the same weight. */
export type Cell = { codes: readonly (number | null)[]; n: number };

/** The questions of a recipe in the order of a cell's codes: the margins', then the wave. */
export const questionIdsOf = ({ margins, wave }: WeightRecipe): string[] => [
  ...margins.map(({ questionId }) => questionId),
  ...(wave === null ? [] : [wave]),
];

/** The questions themselves, of a recipe that has none that are unknown. */
export const askedOf = (recipe: WeightRecipe, questions: readonly Question[]): Question[] =>
  questionIdsOf(recipe).flatMap((id) => questions.find((question) => question.id === id) ?? []);

/** More combinations of answers than this make weights of single respondents, and take too long to rake. */
export const MOST_CELLS = 20_000;
const TOO_MANY = `The answers to these questions have more than ${MOST_CELLS.toLocaleString("en")} different combinations: choose fewer questions, or join their options first.`;

/** Percentages that were rounded to tenths may miss 100 by so much. */
const MOST_OFF = 0.05;
const ROUNDING = 1e-9;

/** Whether each respondent is in one of the question's options at most. */
export const canBeMargin = ({ kind }: Pick<Question, "kind">): boolean => kind === "single" || kind === "scale";

/** What a recipe cannot be carried out for, whatever the answers are, a sentence each. */
export function recipeProblems(recipe: WeightRecipe, questions: readonly Question[]): string[] {
  const ids = questionIdsOf(recipe);
  const twice = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  const known = new Map(questions.map((question) => [question.id, question]));
  return [
    ...twice.map((id) => `“${id}” is named twice: a question is one margin, or the wave.`),
    ...[...new Set(ids)].flatMap((id) => questionProblem(id, known.get(id))),
    ...recipe.margins.flatMap((margin) => {
      const question = known.get(margin.questionId);
      return question && canBeMargin(question) ? targetProblems(margin, question) : [];
    }),
  ];
}

function questionProblem(id: string, question: Question | undefined): string[] {
  if (!question) return [`This project has no question “${id}”.`];
  if (canBeMargin(question)) return [];
  if (question.kind === "multiple")
    return [`“${id}” takes several answers: only a question with one answer can be used.`];
  return [`“${id}” has no options: make bands of it or change its kind, and use that.`];
}

type RecipeMargin = WeightRecipe["margins"][number];

function targetProblems({ unit, targets, leftOut }: RecipeMargin, { id, options }: Question): string[] {
  const known = new Set(options.map(({ code }) => code));
  const named = [...targets.map(({ code }) => code), ...leftOut];
  const unknown = [...new Set(named.filter((code) => !known.has(code)))];
  const twice = [...new Set(named.filter((code, at) => named.indexOf(code) !== at))];
  const sum = targets.reduce((all, { target }) => all + target, 0);
  return [
    ...unknown.map((code) => `“${id}” has no option with the code ${code}.`),
    ...twice.map((code) => `“${namerOf(options)(code)}” of “${id}” has two targets, or one and is left out.`),
    ...(unit === "percent" && Math.abs(sum - 100) > MOST_OFF + ROUNDING
      ? [`The targets of “${id}” add up to ${plain(sum)}%: they must add up to 100%.`]
      : []),
    ...(sum > 0 ? [] : [`The targets of “${id}” are all 0.`]),
  ];
}

const plain = (value: number) => String(Number(value.toFixed(4)));
/** Calls options by their names; one without a label or that is gone by its code. */
function namerOf(options: readonly AnswerOption[] = []): (code: number) => string {
  const names = optionNames(options);
  return (code) => names.get(code) || `option ${code}`;
}

/** Cells that get a weight, by wave. */
type Group = { wave: number | null; cells: { codes: number[]; n: number }[] };

export type RakedCells = {
  /** Of every cell that gets one. */
  weights: { codes: readonly number[]; weight: number }[];
  report: Omit<WeightReport, "responses" | "excluded">;
};

/**
 * Rakes cells (codes in the order of `questionIdsOf`) by a recipe without problems, each wave apart: the weights of a
 * group sum to its respondents. Or says why not, a sentence each that names wave, question and option.
 */
export async function rakeCells(
  recipe: WeightRecipe,
  questions: readonly Question[],
  cells: readonly Cell[],
  rest?: Rest,
): Promise<RakedCells | { problems: string[] }> {
  if (cells.length > MOST_CELLS) return { problems: [TOO_MANY] };
  const asked = askedOf(recipe, questions);
  const { kept, leftOutAt, leftOut } = partOf(recipe, cells);
  const without = optionsWithoutTarget(recipe, asked, kept);
  if (without.length > 0) return { problems: without };
  const waveAt = recipe.wave === null ? null : asked.length - 1;
  const groups = groupsOf(kept, waveAt);
  if (groups.length === 0) return { problems: [NOBODY] };
  const raked: Awaited<ReturnType<typeof rakeGroup>>[] = [];
  for (const group of groups) raked.push(await rakeGroup(recipe, asked, group, rest));
  const problems = raked.flatMap((each) => ("problems" in each ? each.problems : []));
  if (problems.length > 0) return { problems };
  const found = raked.flatMap((each) => ("problems" in each ? [] : [each]));
  const weights = found.flatMap((each) => each.weights);
  const ids = questionIdsOf(recipe);
  return {
    weights,
    report: {
      left_out: leftOut,
      left_out_at: leftOutAt.map((n, at) => ({ question_id: ids[at] ?? "", n })),
      ...togetherOf(found.map(({ figures }) => figures)),
      groups: found.map(({ figures }) => figures),
    },
  };
}

const NOBODY = "Nobody has an answer to all of these questions: there is no respondent to weight.";

/** Cells with an answer to every question that is not left out, and how many respondents the others are. */
function partOf(recipe: WeightRecipe, cells: readonly Cell[]) {
  const leftOutCodes = questionIdsOf(recipe).map((_, at) => new Set(recipe.margins[at]?.leftOut ?? []));
  const leftOutAt = leftOutCodes.map(() => 0);
  const kept: { codes: number[]; n: number }[] = [];
  let leftOut = 0;
  for (const { codes, n } of cells) {
    const lacking = codes.map((code, at) => code === null || (leftOutCodes[at]?.has(code) ?? false));
    for (const [at, isLacking] of lacking.entries()) if (isLacking) leftOutAt[at] = (leftOutAt[at] ?? 0) + n;
    if (lacking.includes(true)) leftOut += n;
    else kept.push({ codes: codes.flatMap((code) => code ?? []), n });
  }
  return { kept, leftOutAt, leftOut };
}

function optionsWithoutTarget({ margins }: WeightRecipe, asked: readonly Question[], kept: Group["cells"]): string[] {
  return margins.flatMap(({ questionId, targets }, at) => {
    const known = new Set(targets.map(({ code }) => code));
    const counts = new Map<number, number>();
    for (const { codes, n } of kept) {
      const code = codes[at] ?? -1;
      if (!known.has(code)) counts.set(code, (counts.get(code) ?? 0) + n);
    }
    const nameOf = namerOf(asked[at]?.options);
    return [...counts].map(([code, n]) => {
      return `“${nameOf(code)}” of “${questionId}” has ${people(n)} and no target: give it one, or leave it out.`;
    });
  });
}

const people = (n: number) => `${n.toLocaleString("en")} ${n === 1 ? "respondent" : "respondents"}`;

function groupsOf(kept: Group["cells"], waveAt: number | null): Group[] {
  if (waveAt === null) return kept.length > 0 ? [{ wave: null, cells: kept }] : [];
  const byWave = new Map<number, Group["cells"]>();
  for (const cell of kept) {
    const wave = cell.codes[waveAt] ?? 0;
    const present = byWave.get(wave);
    if (present) present.push(cell);
    else byWave.set(wave, [cell]);
  }
  return [...byWave].sort(([one], [other]) => one - other).map(([wave, cells]) => ({ wave, cells }));
}

type RakedOne = { weights: RakedCells["weights"]; figures: RakedGroup };

async function rakeGroup(
  { margins, caps }: WeightRecipe,
  asked: readonly Question[],
  { wave, cells }: Group,
  rest: Rest | undefined,
): Promise<RakedOne | { problems: string[] }> {
  const waveLabel = wave === null ? null : namerOf(asked.at(-1)?.options)(wave);
  const where = waveLabel === null ? "" : ` in “${waveLabel}”`;
  const raking = {
    margins: margins.map((margin, at) => marginOf(margin, asked[at], cells, { at, where })),
    respondents: cells.length,
    times: cells.map(({ n }) => n),
    caps: caps ?? undefined,
  };
  const problems = rakingProblems(raking);
  if (problems.length > 0) return { problems };
  const raked = await rake(raking, rest);
  if (raked.feasibility !== "reached") return { problems: [notReached[raked.feasibility](raked, where)] };
  if (!raked.isSettled) return { problems: [notSettled(raked, where, caps !== null)] };
  const n = cells.reduce((sum, cell) => sum + cell.n, 0);
  return {
    weights: cells.map(({ codes }, at) => ({ codes, weight: raked.weights[at] ?? 0 })),
    figures: {
      wave: wave === null ? null : { code: wave, label: waveLabel ?? "" },
      ...{ n, uncapped: raked.uncapped, capped: raked.capped, reached: raked.isReached },
      ...{ design_effect: raked.designEffect, efficiency: raked.efficiency, effective: n * raked.efficiency },
      margins: raked.margins.map(({ categories }, at) => ({
        question_id: margins[at]?.questionId ?? "",
        options: categories.map(({ name, target, unweighted, weighted }, place) => ({
          ...{ code: margins[at]?.targets[place]?.code ?? 0, label: name, target, unweighted, weighted },
        })),
      })),
    },
  };
}

function marginOf(
  { questionId, targets }: RecipeMargin,
  question: Question | undefined,
  cells: Group["cells"],
  { at, where }: { at: number; where: string },
): Margin {
  const nameOf = namerOf(question?.options);
  const places = new Map(targets.map(({ code }, place) => [code, place]));
  return {
    name: `“${questionId}”${where}`,
    categories: targets.map(({ code, target }) => ({ name: nameOf(code), target })),
    of: cells.map(({ codes }) => places.get(codes[at] ?? -1) ?? null),
  };
}

/** The share that is farthest from its target. */
function farthest(margins: Raked["margins"]) {
  const all = margins.flatMap(({ name, categories }) => categories.map((each) => ({ margin: name, ...each })));
  const gap = ({ weighted, target }: { weighted: number; target: number }) => Math.abs(weighted - target);
  return all.toSorted((one, other) => gap(other) - gap(one))[0];
}

/** "contradictory" is said only of what is proved. */
const notReached: Record<Exclude<Raked["feasibility"], "reached">, (raked: Raked, where: string) => string> = {
  contradictory: (raked, where) =>
    `The targets${where} contradict each other in these answers: no weights meet them all. At best so far, ${howFar(raked)} Join options, or take a question out.`,
  unknown: (raked, where) =>
    `The targets${where} were not met after ${roundsOf(raked)}: ${howFar(raked)} They may need weights of nearly 0 for some respondents. Join options, or take a question out.`,
};

function notSettled(raked: Raked, where: string, hasCaps: boolean): string {
  const [within, advice] = hasCaps
    ? [`Within the caps the weights${where}`, "Widen the caps."]
    : [`The weights${where}`, "Join options, or take a question out."];
  return `${within} still change after ${roundsOf(raked)}: ${howFar(raked)} ${advice}`;
}

const roundsOf = ({ rounds }: Raked) => `${rounds.toLocaleString("en")} rounds`;

function howFar({ margins }: Raked): string {
  const worst = farthest(margins);
  const share = (value = 0) => `${plain(value * 100)}%`;
  return `“${worst?.name}” of ${worst?.margin} is ${share(worst?.weighted)} instead of ${share(worst?.target)}.`;
}

/** Every group's weights sum to its respondents, so that sums of squares add up to those of all. */
function togetherOf(groups: readonly RakedGroup[]) {
  const n = groups.reduce((sum, group) => sum + group.n, 0);
  const squares = groups.reduce((sum, group) => sum + group.n * group.design_effect, 0);
  const designEffect = squares / n;
  const rangeOf = (which: "uncapped" | "capped") => ({
    low: Math.min(...groups.map((group) => group[which].low)),
    high: Math.max(...groups.map((group) => group[which].high)),
  });
  return {
    ...{ n, uncapped: rangeOf("uncapped"), capped: rangeOf("capped"), reached: groups.every(({ reached }) => reached) },
    ...{ design_effect: designEffect, effective: n / designEffect, efficiency: 1 / designEffect },
  };
}

/** With how many of them have the weight, the least and the greatest. */
type WeighedCell = Cell & { weighted: number; low: number; high: number };

/** Weights that differ by less are the same, made in another order. */
const SAME = 1e-6;

/**
 * Why a weight is no longer what its recipe gives of these answers, in a sentence; null: it is. Told from the answers
 * themselves, so that imports, exclusions and edited questions count alike, and an edited label does not.
 */
export async function changedSince(
  recipe: WeightRecipe,
  questions: readonly Question[],
  cells: readonly WeighedCell[],
  rest?: Rest,
): Promise<string | null> {
  const raked = await rakeCells(recipe, questions, cells, rest);
  if ("problems" in raked) {
    return `The answers have changed since, and it cannot be calculated again as it is: ${raked.problems.slice(0, 3).join(" ")}`;
  }
  const wanted = new Map(raked.weights.map(({ codes, weight }) => [codes.join(), weight]));
  const isAsMade = cells.every(({ codes, n, weighted, low, high }) => {
    const weight = codes.includes(null) ? undefined : wanted.get(codes.join());
    if (weight === undefined) return weighted === 0;
    return weighted === n && Math.abs(low - weight) < SAME && Math.abs(high - weight) < SAME;
  });
  return isAsMade ? null : "The answers have changed since: calculate it again.";
}
