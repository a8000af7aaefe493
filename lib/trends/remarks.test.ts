import { describe, expect, test } from "vitest";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import type { SeriesPoint } from "@/lib/charts/series";
import { clientLine } from "./client-line";
import { headLines, remarksOf, type Told, weightUsed, zoomWords } from "./remarks";

const DAY_MS = 86_400_000;
const START = Date.UTC(2031, 0, 1);
const pointOf = (at: number, mean: number | null, count: number | null): SeriesPoint => ({
  ...{ at, mean, low: null, high: null, variance: null, chosen: null, quartiles: null },
  ...{ count, base: count, effective: count },
});

function questionOf(count: number | null, others: (number | null)[] | null): TrendQuestion {
  const points = [3, 4, 5].map((mean, day) => pointOf(START + day * DAY_MS, mean, count));
  const series = {
    ...{ id: "q", measure: "mean" as const, points, range: null },
    ...{ hasBand: false, hasCounts: count !== null, isTestable: false, isWeighted: false },
  };
  const other =
    others?.map((mean, day) => pointOf(START + (day - 3) * DAY_MS, mean, mean === null ? 0 : count)) ?? null;
  return { id: "q", title: "Q", series, rolling: [null, null, 4], other, changes: [], differences: [] };
}

const toldOf = (question: TrendQuestion, more: Partial<Told["state"]>): Told => ({
  project: "P",
  state: { marks: false, mode: "multiples", rolling: 1, zoom: null, ...more },
  band: "none",
  questions: [question],
  lines: [],
  buckets: { kind: "time", type: "daily", timeZone: "UTC" },
  days: { from: "2031-01-01", to: "2031-01-03" },
  timeZone: "UTC",
  cuts: [],
  filter: "All responses",
  weight: null,
  isOld: false,
  compared: null,
  independence: null,
  tests: 0,
  exclusions: null,
  includesExcluded: false,
  count: String,
});

const PREVIOUS = "2030-12-29 to 2030-12-31";
const comparedTo = (
  others: (number | null)[],
  more: Partial<Told["state"]> = {},
  kind: "previous" | "filter" = "previous",
): string[] => {
  const question = questionOf(9, others);
  const isTestable = more.marks === true;
  const told = { ...toldOf({ ...question, series: { ...question.series, isTestable } }, more), tests: 2 };
  const ask = { projectId: "p", days: { from: "", to: "" }, type: "daily" as const, timeZone: "UTC", by: null };
  const names = { own: "", other: PREVIOUS };
  const rest = { lines: [], filter: [], weight: null, includeExcluded: false, quartiles: false };
  const independence = { isIndependent: true, says: null };
  return remarksOf({ ...told, independence, compared: { kind, ask: { ...ask, ...rest }, names, by: "place" } });
};

describe("who is excluded for quality", () => {
  const told = toldOf(questionOf(9, null), {});
  const leftOut = { counted: 88, excluded: 12, isIncluded: false };
  const says = "88 responses in the project; 12 excluded for quality.";

  test("is said first, on the page and in every file, also where no bucket has an answer", () => {
    expect(remarksOf({ ...told, exclusions: leftOut })[0]).toBe(says);
    for (const file of ["table", "picture"] as const) {
      expect(headLines({ ...told, exclusions: leftOut }, file)).toContain(says);
    }
    expect(remarksOf({ ...toldOf(questionOf(null, null), {}), questions: [], exclusions: leftOut })).toEqual([says]);
    for (const exclusions of [{ ...leftOut, excluded: 0 }, null]) {
      expect(remarksOf({ ...told, exclusions }).join()).not.toContain("quality");
    }
  });

  test("is said to be included where it is, and where a service leaves them out all the same, that", () => {
    const asked = { ...told, includesExcluded: true };
    const included = { counted: 100, excluded: 12, isIncluded: true };
    expect(remarksOf({ ...asked, exclusions: included })[0]).toBe(
      "100 responses in the project; 12 excluded for quality are included.",
    );
    expect(remarksOf({ ...asked, exclusions: leftOut })[0]).toMatch(/quality, which this service does not include\.$/);
    expect(remarksOf({ ...asked, exclusions: null })[0]).toMatch(/^This service does not say whether/);
    // What is shown until the other figures come was not asked to include them.
    expect(remarksOf({ ...asked, isOld: true, exclusions: leftOut })[0]).toBe(says);
    expect(remarksOf({ ...asked, isOld: true, exclusions: null })).toEqual([]);
  });
});

test("figures that a service did not weight are said to be unweighted, and have no weight in the head", () => {
  const told = { ...toldOf(questionOf(9, null), {}), weight: "Census" };
  const says = "This service did not weight: the figures are unweighted.";
  expect(headLines(told, "picture").slice(1)).toEqual([says]);
  expect(weightUsed(told)).toBeNull();
  const weighted = told.questions.map((question) => ({
    ...question,
    series: { ...question.series, isWeighted: true },
  }));
  expect(headLines({ ...told, questions: weighted }, "picture").slice(1, 2)).toEqual(["Weight: Census"]);
  // What is shown until the weighted figures come was not asked to be weighted.
  expect(remarksOf({ ...told, isOld: true })).toEqual([]);
  expect(weightUsed({ ...told, questions: [] })).toBe("Census");
});

test("buckets in no confirmed order are said to be so, and nothing of changes and rolling means", () => {
  const waves = { kind: "waves", question: "Wave", labels: ["A", "B", "C"] } as const;
  const question = questionOf(9, null);
  const testable = { ...question, series: { ...question.series, isTestable: true } };
  const of = (isOrdered: boolean, tests: number) =>
    remarksOf({
      ...toldOf(testable, { marks: true, rolling: 3 }),
      ...{ buckets: { ...waves, isOrdered }, tests },
    }).join(" ");
  expect(of(true, 2)).toMatch(/▲▼ mark means.*rolling mean over 3 buckets/);
  const says =
    "The options of “Wave” are in no confirmed order: no line joins them, changes from one to the next are not tested, and there is no rolling mean.";
  expect(of(false, 0)).toBe(says);
});

test("the head of a file says which part of the range is in it", () => {
  const zoom = { from: START + DAY_MS, to: START + 2 * DAY_MS };
  expect(headLines(toldOf(questionOf(9, null), {}), "picture")).toEqual([
    "Trends of P: 2031-01-01 to 2031-01-03, times in UTC",
  ]);
  expect(headLines(toldOf(questionOf(9, null), { zoom }), "picture")[1]).toBe(
    "Zoomed to Thu, 2 Jan 2031 – Fri, 3 Jan 2031",
  );
});

test("a zoom that a range has moved away from is said to be outside", () => {
  const zoom = { from: START - 2 * DAY_MS, to: START - DAY_MS };
  const question = questionOf(9, null);
  const empty = { ...question, series: { ...question.series, points: [] } };
  expect(zoomWords(toldOf(empty, { zoom }))).toBe(
    "Zoomed to Mon, 30 Dec 2030 – Tue, 31 Dec 2030, which is outside the range",
  );
});

test("buckets of a rolling mean weigh by their base where the service says one, else the same", () => {
  const said = (count: number | null) => remarksOf(toldOf(questionOf(count, null), { rolling: 3 }));
  expect(said(9)).toEqual(["Dashed: rolling mean over 3 buckets, each weighing by its base."]);
  expect(said(null)).toEqual(["Dashed: rolling mean over 3 buckets, each bucket weighing the same."]);
  const short = { ...questionOf(9, null), rolling: [null, null, null] };
  expect(remarksOf(toldOf(short, { rolling: 4 }))).toEqual([
    "No bucket in view has 3 before it, so there is no rolling mean over 4 buckets. Choose fewer.",
  ]);
});

test("a period without answers is no dotted line", () => {
  const zoom = { from: START, to: START + DAY_MS };
  expect(comparedTo([1, null, 2])).toEqual([`Dotted: the buckets of ${PREVIOUS}, by place.`]);
  expect(comparedTo([null, null, null])).toEqual([`No answers in ${PREVIOUS} to compare with. Choose other days.`]);
  expect(comparedTo([null, null], { zoom })).toEqual([
    `No answers of ${PREVIOUS} to compare with the buckets in view.`,
  ]);
});

test("where nothing stands beside the buckets, no diamond and no dotted line is explained", () => {
  const kinds = ["previous", "filter"] as const;
  for (const kind of kinds) expect(comparedTo([1, null, 2], { marks: true }, kind).join(" ")).toMatch(/◆.*[Dd]otted/);
  for (const kind of kinds) {
    const says = comparedTo([null, null, null], { marks: true }, kind).join(" ");
    expect(says).toContain("▲▼ mark means");
    expect(says).toMatch(/No answers .* to compare with/);
    expect(says).not.toMatch(/◆|[Dd]otted/);
  }
});

test("where nothing could be compared, no test is explained", () => {
  const question = questionOf(1, null);
  const told = toldOf({ ...question, series: { ...question.series, isTestable: true } }, { marks: true });
  expect(remarksOf({ ...told, tests: 2 }).join()).toContain("5% false discoveries among 2 comparisons");
  expect(remarksOf(told)).toEqual([
    "No buckets to compare have enough answers for a test, so nothing is marked. Choose longer buckets, or a longer range.",
  ]);
});

test("what the bars beneath are is said where they are weighted, and there are some", () => {
  const plain = questionOf(9, null);
  const weighted = { ...plain, series: { ...plain.series, isWeighted: true } };
  const says = "The bars beneath are answers, before weighting; their darker part is the effective base.";
  expect(remarksOf(toldOf(weighted, {}))).toEqual([says]);
  expect(remarksOf(toldOf(weighted, { mode: "table" }))).toEqual([]);
  expect(remarksOf(toldOf(plain, {}))).toEqual([]);
});

test("more lines in one chart than there are colours are said to share some", () => {
  const said = (count: number, mode: "multiples" | "overlay") => {
    const questions = Array.from({ length: count }, () => questionOf(9, null));
    return remarksOf({ ...toldOf(questionOf(9, null), { mode }), questions });
  };
  expect(said(41, "overlay")).toEqual([
    "The 41 lines have 40 colours, so that some share one. Choose small multiples to tell them apart.",
  ]);
  expect(said(40, "overlay")).toEqual([]);
  expect(said(41, "multiples")).toEqual([]);
});

test("a reader is told in one line what a trend is of: project, range, base, weight, filter, tests", () => {
  const told = toldOf(questionOf(9, null), { marks: true });
  expect(clientLine(told)).toBe("P · 2031-01-01 to 2031-01-03, times in UTC · n 27 · unweighted");
  const many = [questionOf(9, null), questionOf(4, null)];
  expect(clientLine({ ...told, questions: many })).toContain(" · n 12 to 27 · ");
  expect(clientLine({ ...told, questions: [questionOf(null, null)] })).not.toContain(" · n ");
});

test("a table's head speaks of its columns, a picture's of how it is drawn, whatever the page shows", () => {
  const question = questionOf(9, [1, 2, 3]);
  const series = { ...question.series, isTestable: true, isWeighted: true };
  const compared = { kind: "previous", by: "place", names: { own: "now", other: PREVIOUS } } as Told["compared"];
  const independence = { isIndependent: true, says: null } as Told["independence"];
  for (const mode of ["multiples", "overlay", "table"] as const) {
    const told = { ...toldOf({ ...question, series }, { mode, marks: true, rolling: 2 }), tests: 2 };
    const headOf = (file: "picture" | "table") => headLines({ ...told, compared, independence }, file).join(" ");
    const table = headOf("table");
    expect(headOf("picture")).toMatch(/▲▼ mark .*◆.*The bars beneath .*Dashed: rolling mean .*Dotted: the buckets/);
    expect(table).toMatch(/“Significant change” is given for .*Rolling mean over .*Compared: the buckets/);
    expect(table).not.toMatch(/▲|◆|bars|[Dd]ashed|[Dd]otted|line/);
  }
});
