import { type Band, bandOf } from "@/lib/charts/bands";
import { bucketNamer, type TrendBuckets } from "@/lib/charts/buckets";
import { MOST_TONES } from "@/lib/charts/colours";
import { isBeside, isRolling, type TrendQuestion } from "@/lib/charts/prepare-trend";
import type { Days } from "@/lib/contracts/calendar/days";
import { type Exclusions, exclusionWords } from "@/lib/tables/exclusion-words";
import type { TrendState } from "./address";
import { type Compared, EVERYBODY, type Independence } from "./comparison";
import type { TrendLine } from "./lines";

/** What the words about a trend are made of. */
export type Told = {
  /** The project's name; null until it is known. */
  project: string | null;
  state: Pick<TrendState, "marks" | "mode" | "rolling" | "zoom">;
  /** What is drawn around the lines. */
  band: Band;
  questions: readonly TrendQuestion[];
  lines: readonly TrendLine[];
  buckets: TrendBuckets;
  /** Null: all that the project has. */
  days: Days | null;
  /** The zone asked for. */
  timeZone: string;
  /** As a phrase. */
  filter: string;
  /** Groups with a line each, and who they are as a phrase. */
  cuts: readonly { name: string; words: string }[];
  /** The one asked for. */
  weight: string | null;
  /** What is shown was asked for before this. */
  isOld: boolean;
  compared: Compared | null;
  independence: Independence | null;
  tests: number;
  /** Null: the service does not say who is excluded for quality. */
  exclusions: Exclusions | null;
  /** Those excluded were asked to count. */
  includesExcluded: boolean;
  count: (n: number) => string;
};

const zoneName = (timeZone: string) => timeZone.replaceAll("_", " ");

/** The range of what is shown, and what its buckets are. */
export function rangeWords({ days, buckets }: Pick<Told, "days" | "buckets">): string {
  const range = days ? `${days.from} to ${days.to}` : "All responses";
  if (buckets.kind === "waves") return `${range}, by ${buckets.question}`;
  return `${range}, times in ${zoneName(buckets.timeZone)}`;
}

/** What part of the range is shown; null: all of it. */
export function zoomWords({
  state: { zoom },
  buckets,
  questions,
}: Pick<Told, "state" | "buckets" | "questions">): string | null {
  if (!zoom || buckets.kind === "waves") return null;
  const name = bucketNamer(buckets);
  const isOutside = questions.length > 0 && questions.every(({ series }) => series.points.length === 0);
  return `Zoomed to ${name(zoom.from)} – ${name(zoom.to)}${isOutside ? ", which is outside the range" : ""}`;
}

const filledOf = ({ questions }: Pick<Told, "questions">) =>
  questions.filter(({ series }) => series.points.some(({ mean }) => mean !== null));

/** The weight that the figures are weighted by: a service may take no notice of the one asked for. */
export const weightUsed = (told: Pick<Told, "questions" | "weight" | "isOld">): string | null =>
  isUnweighted(told) ? null : told.weight;

const isUnweighted = (told: Pick<Told, "questions" | "weight" | "isOld">): boolean =>
  told.weight !== null && !told.isOld && filledOf(told).some(({ series }) => !series.isWeighted);

/**
 * What a file says before its figures: everything that the page shows around them. A picture says how it is drawn, a
 * table what its columns are, whatever of both the page shows.
 */
export function headLines(shown: Told, file: "picture" | "table"): string[] {
  const mode: TrendState["mode"] =
    file === "table" ? "table" : shown.state.mode === "table" ? "multiples" : shown.state.mode;
  const told: Told = { ...shown, state: { ...shown.state, mode } };
  const { project, filter, compared } = told;
  const weight = weightUsed(told);
  const zoomed = zoomWords(told);
  return [
    `Trends${project === null ? "" : ` of ${project}`}: ${rangeWords(told)}`,
    ...(zoomed === null ? [] : [zoomed]),
    ...(filter !== EVERYBODY || compared?.kind === "filter" ? [`Filter: ${filter}`] : []),
    ...(compared ? [`Compared with: ${compared.names.other}`] : []),
    ...(weight !== null ? [`Weight: ${weight}`] : []),
    ...groupLines(told),
    ...remarksOf(told),
  ];
}

/** Who has a line of their own. */
function groupLines({ cuts }: Told): string[] {
  return cuts.length > 0 ? [`Groups: ${cuts.map(({ name, words }) => `${name} (${words})`).join("; ")}`] : [];
}

/** Who is excluded for quality, and whether they count in what is shown. */
export const exclusionNotes = (told: Told): string[] =>
  exclusionWords(told.exclusions, {
    isAsked: told.includesExcluded && !told.isOld,
    isWeighted: weightUsed(told) !== null,
    count: told.count,
  });

/** How what is shown was made, and what a service did not say. */
export function remarksOf(told: Told): string[] {
  const filled = filledOf(told);
  if (filled.length === 0) return exclusionNotes(told);
  const { state, compared, buckets, timeZone } = told;
  return [
    ...exclusionNotes(told),
    ...(isUnweighted(told) ? ["This service did not weight: the figures are unweighted."] : []),
    ...(isOrdered(buckets) ? [] : [orderWords(buckets)]),
    ...(state.marks ? testWords(told, filled) : []),
    ...bandWords(told, filled),
    ...barWords(told, filled),
    ...colourWords(told),
    ...(state.rolling > 1 && isOrdered(buckets) ? [rollingWords(state, filled)] : []),
    ...(compared ? comparedWords(told, compared, filled) : []),
    ...(told.lines.some(({ kind }) => kind === "group")
      ? [
          "A joined line counts every answer to its questions, so a response may count several times; its tests take answers as independent.",
        ]
      : []),
    ...(buckets.kind === "time" && timeZone !== buckets.timeZone
      ? [`This service cuts time by the clock of UTC, not of ${timeZone}.`]
      : []),
  ];
}

const isOrdered = (buckets: TrendBuckets): boolean => buckets.kind === "time" || buckets.isOrdered;

const orderWords = (buckets: TrendBuckets): string =>
  `The options of “${buckets.kind === "waves" ? buckets.question : ""}” are in no confirmed order: no line joins them, changes from one to the next are not tested, and there is no rolling mean.`;

const NOTHING_TESTED =
  "No buckets to compare have enough answers for a test, so nothing is marked. Choose longer buckets, or a longer range.";

function testWords(told: Told, filled: readonly TrendQuestion[]): string[] {
  const { state, buckets, tests, compared, independence, count } = told;
  const isShown = (measure: "mean" | "share") => filled.some(({ series }) => series.measure === measure);
  const testable = filled.filter(({ series }) => series.isTestable);
  const beside = filled.some(isBeside) ? compared : null;
  const refused = beside && independence?.says ? [independence.says] : [];
  if (testable.length === 0) {
    const lacks = isShown("mean") ? "variances" : "counts";
    return [`This service says no ${lacks}, so significant changes cannot be marked.`];
  }
  if (tests === 0) return isOrdered(buckets) ? [NOTHING_TESTED, ...refused] : refused;
  const isTested = (measure: "mean" | "share") => testable.some(({ series }) => series.measure === measure);
  const [means, shares] = [isTested("mean"), isTested("share")];
  const what = means && shares ? "means and shares" : means ? "means" : "shares";
  const by = [
    ...(means ? [`Welch's test${shares ? " for means" : ""}`] : []),
    ...(shares
      ? [
          `the pooled z test of two proportions${means ? " for shares" : ""}, where at least 5 are expected on either side`,
        ]
      : []),
  ].join("; ");
  const isTable = state.mode === "table";
  const other = beside && independence?.isIndependent ? beside.names.other : null;
  const bases = testable.some(({ series }) => series.isWeighted) ? ", on effective bases" : "";
  return [
    `${marksWords({ what, other, isTable, isOrdered: isOrdered(buckets) })}: ${by}; 5% false discoveries among ${count(tests)} comparisons (Benjamini-Hochberg)${bases}.`,
    ...refused,
  ];
}

type Marks = { what: string; other: string | null; isTable: boolean; isOrdered: boolean };

/** What is marked as beyond chance: against the bucket before, and against what is compared. */
function marksWords({ what, other, isTable, isOrdered }: Marks): string {
  if (!isOrdered) {
    const marks = isTable ? "“Adjusted p of difference” is given for" : "◆ marks";
    return `${marks} ${what} that differ from ${other} by more than chance`;
  }
  const marks = isTable ? "“Significant change” is given for" : "▲▼ mark";
  const diamond = isTable ? "“Adjusted p of difference” of" : "◆";
  const diamonds = other === null ? "" : `, ${diamond} those that differ so from ${other}`;
  return `${marks} ${what} that differ from the bucket before by more than chance${diamonds}`;
}

const NO_RANGE =
  "This service says no lowest and highest answers of buckets: the two dashed lines are those of the whole range.";
const NO_INTERVAL =
  "No bucket has a 95% confidence interval: that takes two answers or more, and a service that says their counts and variances.";
const MIDDLE = "Band: the middle half of the answers, from the lower to the upper quartile.";
const NO_MIDDLE =
  "This service gives no quartiles, so the middle half of the answers is not shown. Choose another band.";

function intervalWords(banded: readonly TrendQuestion[]): string {
  const has = (measure: "mean" | "share") => banded.some(({ series }) => series.measure === measure);
  const how = [...(has("mean") ? ["Student's t for means"] : []), ...(has("share") ? ["Wilson's for shares"] : [])];
  const bases = banded.some(({ series }) => series.isWeighted) ? ", on effective bases" : "";
  return `Band: 95% confidence interval (${how.join(", ")}${bases}).`;
}

function bandWords({ state, band }: Told, filled: readonly TrendQuestion[]): string[] {
  const means = filled.filter(({ series }) => series.measure === "mean");
  if (state.mode === "overlay" || band === "none") return [];
  const hasBand = ({ series: { points, measure } }: TrendQuestion) =>
    points.some((point) => bandOf(point, measure, band) !== null);
  const banded = filled.filter(hasBand);
  switch (band) {
    case "range":
      return means.length > 0 && !means.some(hasBand) && state.mode === "multiples" ? [NO_RANGE] : [];
    case "interval":
      return [banded.length > 0 ? intervalWords(banded) : NO_INTERVAL];
    case "middle":
      if (means.length === 0) return [];
      return [means.some(hasBand) ? MIDDLE : NO_MIDDLE];
  }
}

function barWords({ state }: Told, filled: readonly TrendQuestion[]): string[] {
  const hasBases = filled.some(
    ({ series }) => series.isWeighted && series.hasCounts && series.points.some(({ effective }) => effective !== null),
  );
  if (!hasBases || state.mode === "table") return [];
  return ["The bars beneath are answers, before weighting; their darker part is the effective base."];
}

function colourWords({ state, questions, count }: Told): string[] {
  if (state.mode !== "overlay" || questions.length <= MOST_TONES) return [];
  return [
    `The ${count(questions.length)} lines have ${MOST_TONES} colours, so that some share one. Choose small multiples to tell them apart.`,
  ];
}

function rollingWords({ rolling, mode }: Told["state"], filled: readonly TrendQuestion[]): string {
  if (!filled.some(isRolling)) {
    return `No bucket in view has ${rolling - 1} before it, so there is no rolling mean over ${rolling} buckets. Choose fewer.`;
  }
  const hasBases = filled.some(({ series }) => series.points.some(({ base }) => base !== null));
  const how = hasBases ? "each weighing by its base" : "each bucket weighing the same";
  return `${mode === "table" ? "Rolling" : "Dashed: rolling"} mean over ${rolling} buckets, ${how}.`;
}

function comparedWords(told: Told, { kind, names, by }: Compared, filled: readonly TrendQuestion[]): string[] {
  const isNone = !filled.some(isBeside);
  if (kind === "filter") {
    return isNone
      ? [`No answers of the other filter (${names.other}) to compare with the buckets in view.`]
      : [
          told.state.mode === "table"
            ? `Compared: ${names.own} with ${names.other}.`
            : `Compared: ${names.own} (full line) with ${names.other} (dotted).`,
        ];
  }
  if (isNone) {
    return zoomWords(told) === null
      ? [`No answers in ${names.other} to compare with. Choose other days.`]
      : [`No answers of ${names.other} to compare with the buckets in view.`];
  }
  const what = told.state.mode === "table" ? "Compared" : "Dotted";
  return [`${what}: the buckets of ${names.other}, by ${by === "place" ? "place" : "day and hour"}.`];
}
