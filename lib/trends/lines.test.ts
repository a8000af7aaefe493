import { expect, test } from "vitest";
import { bucketsBy, choicesOf, conditionsBy, linesOf, presetsOf, shareId, weightBy } from "./lines";

const option = (code: number, label: string, value: number | null = null) => ({
  code,
  label,
  value,
  order: code,
  cells: [code],
});
const scale = [1, 2, 3, 4, 5].map((code) => option(code, `${code} of 5`, 6 - code));
const scaleQuestion = {
  id: "q1",
  text: "Liking",
  kind: "scale" as const,
  grid: { id: "g", text: "Brand A" },
  options: scale,
  missing: [],
  derivation: null,
};
const questions = [
  scaleQuestion,
  { id: "q2", text: "Age", kind: "numeric" as const, grid: null, options: [], missing: [], derivation: null },
  {
    id: "wave",
    text: "Wave",
    kind: "single" as const,
    grid: null,
    options: [option(1, "First"), option(2, "Second")],
    missing: [],
    derivation: null,
  },
  {
    id: "seen",
    text: "Seen",
    kind: "multiple" as const,
    grid: null,
    options: [option(1, "Screen")],
    missing: [],
    derivation: null,
  },
];
const project = { questions, choices: choicesOf(["q1", "q2"], questions) };
const asked = (more: Partial<Parameters<typeof linesOf>[0]>) =>
  linesOf({ questions: [], groups: {}, shares: [], ...more }, project);

test("a joined line takes its questions out of those that stand alone", () => {
  const { lines, notices } = asked({ questions: ["q1", "q2", "q2"], groups: { Both: ["q1", "gone"], None: ["gone"] } });
  expect(lines).toEqual([
    { kind: "group", id: "Both", title: "Both", questionIds: ["q1"] },
    { kind: "question", id: "q2", title: "Age" },
  ]);
  expect(notices).toEqual([
    "The question “gone” of the joined line “Both” has no trend in this project.",
    "The question “gone” of the joined line “None” has no trend in this project.",
    "The joined line “None” has no question left. Join others.",
  ]);
});

test("a share is named by its options; what the project does not have is left out with a sentence", () => {
  const { lines, notices } = asked({
    questions: ["gone"],
    shares: [
      { questionId: "q1", codes: [1, 2, 9] },
      { questionId: "seen", codes: [7] },
      { questionId: "q2", codes: [1] },
      { questionId: "gone", codes: [1] },
    ],
  });
  const share = { questionId: "q1", codes: [1, 2] };
  expect(lines).toEqual([{ kind: "share", id: shareId(share), title: "Brand A: Liking: 1 of 5, 2 of 5", share }]);
  expect(notices).toEqual([
    "The question “gone” has no trend in this project.",
    "“Brand A: Liking” has no option with the code 9: it is left out of the share.",
    "“Seen” has no option with the code 7: it is left out of the share.",
    "“Age” has no options whose share could be counted: it is left out.",
    "The question “gone” is not in this project: its share is left out.",
  ]);
});

test("where another service has the answers, it judges shares and buckets", () => {
  const elsewhere = { questions: [], choices: choicesOf(["q7"], []) };
  const { lines, notices } = linesOf(
    { questions: ["q7"], groups: {}, shares: [{ questionId: "q8", codes: [2, 1] }] },
    elsewhere,
  );
  expect(lines.map(({ title }) => title)).toEqual(["q7", "q8: 2, 1"]);
  expect(notices).toEqual([]);
  expect(bucketsBy("q9", elsewhere)).toEqual({ by: "q9", isOrdered: false, notices: [] });
});

test("buckets are the options of a question of one answer", () => {
  expect(bucketsBy("wave", project)).toEqual({ by: "wave", isOrdered: false, notices: [] });
  expect(bucketsBy("q1", project).by).toBe("q1");
  for (const id of ["seen", "q2"]) {
    const { by, notices } = bucketsBy(id, project);
    expect([by, notices[0]]).toEqual([null, expect.stringContaining("of one answer")]);
  }
  expect(bucketsBy("gone", project).notices).toEqual([
    "The question “gone” is not in this project: the buckets are of time.",
  ]);
});

test("a weight that is gone is left out with a sentence, and believed where another service has the weights", () => {
  const weights = [{ id: "w1" }];
  expect(weightBy("w1", weights)).toEqual({ weight: "w1", notices: [] });
  expect(weightBy(null, weights)).toEqual({ weight: null, notices: [] });
  expect(weightBy("w2", null)).toEqual({ weight: "w2", notices: [] });
  const says = "The weight “w2” is not in this project: the figures are unweighted.";
  expect(weightBy("w2", weights)).toEqual({ weight: null, notices: [says] });
});

test("a condition on a question that is gone is left out whole, and believed where another service has the questions", () => {
  const on = (questionId: string) => ({ questionId, operator: "answered" as const });
  const { questions } = project;
  const known = questions[0]?.id ?? "";
  const items = [on(known), { any: [on(known), { not: on("gone") }] }];
  expect(conditionsBy(items, questions)).toEqual({
    items: [on(known)],
    notices: ["“gone” is not a question of this project: the filter that names it is left out."],
  });
  expect(conditionsBy(items, null)).toEqual({ items, notices: [] });
});

test("buckets are in an order where a person confirmed the one in which they are shown", () => {
  const withRanking = (ranking: number[]) => ({
    ...project,
    questions: questions.map((each) => (each.id === "wave" ? { ...each, ranking } : each)),
  });
  expect(bucketsBy("wave", withRanking([1, 2])).isOrdered).toBe(true);
  expect(bucketsBy("wave", withRanking([2, 1])).isOrdered).toBe(true); // from the highest on
  expect(bucketsBy("wave", withRanking([1])).isOrdered).toBe(false); // of a wave that came later nobody said anything
  expect(bucketsBy(null, project).isOrdered).toBe(true);
});

test("boxes go by the values of options, else by the order that a person confirmed, never by codes or places", () => {
  const nominal = [option(1, "North"), option(2, "South"), option(3, "West")];
  const unordered = { options: nominal, missing: [], derivation: null };
  expect(presetsOf(unordered)).toBeNull();
  expect(presetsOf({ ...unordered, ranking: [2, 3, 1] })?.map(({ codes }) => codes)).toEqual([[1], [3, 1], [2, 3]]);
  expect(presetsOf({ ...unordered, options: nominal.slice(0, 2) })).toEqual([]);
  expect(presetsOf({ options: scale, missing: [], derivation: null })).toEqual([
    { name: "Top box", codes: [1] },
    { name: "Top 2", codes: [2, 1] },
    { name: "Bottom 2", codes: [5, 4] },
  ]);
});

test("an option that counts as no answer is in no box, and left out of a share with a sentence", () => {
  const missing = [{ cell: 99, kind: "no_answer" as const, marked: true as const }];
  const liking = { ...scaleQuestion, options: [...scale, option(99, "Don’t know", 99)], missing };
  expect(presetsOf(liking)?.[0]).toEqual({ name: "Top box", codes: [1] });
  const shares = [
    { questionId: "q1", codes: [1, 99] },
    { questionId: "q1", codes: [99] },
  ];
  const { lines, notices } = linesOf({ questions: [], groups: {}, shares }, { questions: [liking], choices: [] });
  expect(lines.map((line) => line.kind === "share" && line.share.codes)).toEqual([[1]]);
  // Of one option alone it has the option's colour, here the one of the scale's best.
  expect(lines[0]?.tone).toEqual({ ramp: "sequential", at: 1 });
  const notice = "“Don’t know” of “Brand A: Liking” counts as no answer: it is left out of the share.";
  expect(notices).toEqual([notice, notice]);
});
