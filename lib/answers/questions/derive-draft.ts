import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { withNames } from "@/lib/contracts/rules/option-names";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import type { QuestionDraft } from "./question-draft";

type Bands = Extract<Derivation, { form: "bands" }>;
type Band = Bands["bands"][number];

/** An end as it is written: no more digits than its neighbours need to be told apart. */
const plain = (value: number) => String(Number(value.toPrecision(6)));

/** How a band is called: from 18 (in it) to 30 (not in it) are 18–29, where all numbers are whole. */
export function bandLabel({ low, high }: Pick<Band, "low" | "high">, areWhole = true): string {
  if (low === null && high === null) return "All";
  if (low === null) return `Under ${plain(high ?? 0)}`;
  if (high === null) return `${plain(low)} and over`;
  if (areWhole && Number.isInteger(low) && Number.isInteger(high)) {
    return high - low === 1 ? plain(low) : `${plain(low)}–${plain(high - 1)}`;
  }
  return `${plain(low)} to under ${plain(high)}`;
}

/** The label of a band whose ends are changed: one that was made of them goes on following them. */
export function followingLabel(label: string, before: Band, after: Band): string {
  const areWhole = [true, false].find((each) => bandLabel(before, each) === label);
  return areWhole === undefined ? label : bandLabel(after, areWhole);
}

/** Bands between edges, open at both ends, as a question that is being made. */
export function bandsBetween(
  questionId: string,
  edges: readonly number[],
  areWhole = true,
): Pick<QuestionDraft, "options" | "derivation"> {
  const ends = [...new Set(edges)].sort((one, other) => one - other);
  const bands = [null, ...ends].map((low, at): Band => ({ code: at + 1, low, high: ends[at] ?? null }));
  return {
    derivation: { form: "bands", questionId, bands },
    options: bands.map((band) => ({ code: band.code, label: bandLabel(band, areWhole), value: null })),
  };
}

type Made = Pick<QuestionDraft, "options" | "derivation">;

/** Bands that are made anew, with the labels and values of those that there were between the same ends. */
export function bandsAgain(before: Made, after: Made): Made {
  if (before.derivation?.form !== "bands" || after.derivation?.form !== "bands") return after;
  if (before.derivation.questionId !== after.derivation.questionId) return after;
  const ends = ({ low, high }: Band) => `${low} ${high}`;
  const codes = new Map(before.derivation.bands.map((band) => [ends(band), band.code]));
  const bands = new Map(after.derivation.bands.map((band) => [band.code, codes.get(ends(band))]));
  const options = after.options.map((option) => {
    const same = before.options.find(({ code }) => code === bands.get(option.code));
    return same ? { ...option, label: same.label, value: same.value } : option;
  });
  return { ...after, options };
}

/** Whether a question's numbers are whole, as far as its lowest, its highest and its tenths show. */
export const seemWhole = (numbers: readonly number[]): boolean => numbers.every(Number.isInteger);

/** Edges that part numbers into so many bands of about as many answers, from their tenths. */
export function quantileEdges(tenths: readonly number[], bands: 2 | 3 | 4 | 5 | 10): number[] {
  const at = (share: number) => {
    const place = share * 10 - 1;
    const [below, above] = [tenths[Math.floor(place)] ?? 0, tenths[Math.ceil(place)] ?? 0];
    return below + (above - below) * (place - Math.floor(place));
  };
  const edges = Array.from({ length: bands - 1 }, (_, each) => at((each + 1) / bands));
  const areWhole = seemWhole(tenths);
  return [...new Set(edges.map((edge) => (areWhole ? Math.round(edge) : Number(edge.toPrecision(4)))))];
}

/** Edges of about so many bands of one width, at round numbers. */
export function widthEdges(min: number, max: number, bands: number): number[] {
  const span = max - min;
  if (!(span > 0)) return [min];
  const rough = span / bands;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const edges: number[] = [];
  for (let at = Math.ceil(min / step); at * step < max && edges.length < 50; at += 1) {
    if (at * step > min) edges.push(Number((at * step).toPrecision(12)));
  }
  return edges;
}

/** Reads edges as a person types them: "18, 30, 45". A sentence when they are none. */
export function readEdges(text: string): number[] | string {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const edges = parts.map(Number);
  const wrong = parts.find((_, at) => !Number.isFinite(edges[at]));
  if (wrong !== undefined) return `“${wrong}” is no number: write edges as 18, 30, 45.`;
  if (edges.length === 0) return "Write at least one edge, such as 18, 30, 45.";
  return edges.length > 200 ? "At most 200 edges." : edges;
}

/** What a person should see before bands are kept: numbers between two bands are in none; in overlaps they would be in two. */
export function bandRemarks(bands: readonly Band[]): string[] {
  const sorted = [...bands].sort((one, other) => (one.low ?? -Infinity) - (other.low ?? -Infinity));
  return sorted.flatMap((band, at) => {
    const next = sorted[at + 1];
    if (band.low !== null && band.high !== null && band.low >= band.high) {
      return [`The band from ${band.low} to ${band.high} holds nothing.`];
    }
    if (!next) return [];
    const [end, start] = [band.high ?? Infinity, next.low ?? -Infinity];
    if (end > start) return [`“${bandLabel(band)}” and “${bandLabel(next)}” overlap.`];
    return end < start ? [`Numbers from ${end} to under ${start} are in no band.`] : [];
  });
}

/** One net of nothing yet. */
export const blankNet = ({ id }: Question): Pick<QuestionDraft, "options" | "derivation"> => ({
  options: [{ code: 1, label: "Net 1", value: null }],
  derivation: { form: "nets", questionId: id, nets: [{ code: 1, of: [] }] },
});

const inOrder = ({ options }: Question) => options.toSorted((one, other) => one.order - other.order);

/** Fewer options leave nothing between the two highest and the two lowest. */
const LEAST_BOXES = 4;

/** Whether a question's answers can be parted into the two highest, the two lowest and others, once it is ordered. */
export const hasBoxes = (question: Question): boolean =>
  (rankedCodes(question) ?? validOptions(question)).length >= LEAST_BOXES;

/** The two highest and the two lowest options of an ordered question, and those between; null: it is not ordered. */
export function boxNets(question: Question): Pick<QuestionDraft, "options" | "derivation"> | null {
  const codes = rankedCodes(question);
  if (codes === null) return null;
  const parts: [string, number[]][] = [
    ["Top 2", codes.slice(-2)],
    ["Middle", codes.slice(2, -2)],
    ["Bottom 2", codes.slice(0, 2)],
  ];
  const filled = parts.filter(([, of]) => of.length > 0);
  const nets = filled.map(([, of], at) => ({ code: at + 1, of }));
  return {
    derivation: { form: "nets", questionId: question.id, nets },
    options: filled.map(([label], at) => ({ code: at + 1, label, value: null })),
  };
}

/** More pairs than this are no table that anybody reads. */
export const MOST_PAIRS = 400;

/** Every pair of answers of two questions. */
export function allPairs(first: Question, second: Question): Pick<QuestionDraft, "options" | "derivation"> {
  const named = (question: Question) => withNames(inOrder(question));
  const pairs = named(first).flatMap((one) => named(second).map((other) => ({ one, other })));
  return {
    derivation: {
      form: "combination",
      questionIds: [first.id, second.id],
      pairs: pairs.map(({ one, other }, at) => ({ code: at + 1, of: [one.code, other.code] })),
    },
    options: pairs.map(({ one, other }, at) => ({ code: at + 1, label: `${one.label} × ${other.label}`, value: null })),
  };
}

/** An id that no question has: `base`, else with the next number. */
export function freeId(base: string, questions: readonly Pick<Question, "id">[]): string {
  const taken = new Set(questions.map(({ id }) => id));
  let id = base;
  for (let next = 2; taken.has(id); next += 1) id = `${base} ${next}`;
  return id;
}
