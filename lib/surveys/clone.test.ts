import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { type Carried, carryQuotas, copyOf, copyProblems, type Mapping, newCopies } from "./clone";
import type { QuotaDraft, SurveyDraft } from "./draft";
import { questionsById } from "./qualification-text";

const question = (id: number, name: string, options: [number, string][]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: options.map(([each, text]) => ({ id: each, text })),
});
const here = questionsById([
  question(2, "Gender", [
    [1, "Male"],
    [2, "Female"],
  ]),
  question(8, "Region", [
    [1, "North East"],
    [2, "South"],
    [3, "West"],
  ]),
  question(5, "State", [[1, "Ohio"]]),
]);
const there = questionsById([
  question(2, "Gender", [
    [1, "Female"],
    [2, "Male"],
  ]),
  question(8, "Region", [
    [7, "north east"],
    [8, "Southern"],
  ]),
]);
const quota = (quota_name: string, asks: Record<number, number[]>): QuotaDraft => ({
  quota_id: quota_name,
  quota_name,
  quota: 10,
  qualifications: Object.entries(asks).map(([id, allowed_option_ids]) => ({
    question_id: Number(id),
    allowed_option_ids,
  })),
});

test("within one catalogue options keep their ids, also those of one text and those that it does not list", () => {
  const twins = questionsById([
    question(3, "Brand", [
      [1, "Other"],
      [2, "Other"],
      [4, ""],
    ]),
  ]);
  const given = [quota("Second", { 3: [2, 4, 99] })];
  const { quotas, lacking, empty } = carryQuotas(given, twins, twins);
  expect(quotas).toEqual([{ ...given[0], quota_id: null }]);
  expect([lacking, empty]).toEqual([[], []]);
});

test("a quota of which nobody can tell who belongs to it is left out by name, not copied for everyone", () => {
  const odd: QuotaDraft = { ...quota("Odd", {}), qualificationsUnknown: true };
  for (const to of [here, there]) {
    const { quotas, unknown } = carryQuotas([quota("All", {}), odd], here, to);
    expect(quotas.map(({ quota_name }) => quota_name)).toEqual(["All"]);
    expect(unknown).toEqual(["Odd"]);
  }
});

test("options of one list are carried by what they say, not by their ids", () => {
  const { quotas, lacking, empty } = carryQuotas([quota("Men", { 2: [1] })], here, there);
  expect(quotas.map(({ qualifications }) => qualifications)).toEqual([[{ question_id: 2, allowed_option_ids: [2] }]]);
  expect([lacking, empty]).toEqual([[], []]);
});

test("an option of the same text in another list is a candidate, and the same one only where its id is the same too", () => {
  const germany = questionsById([
    question(3, "Postal", [
      [3_001, "01"],
      [3_002, "75"],
    ]),
    question(17, "Employment", [
      [1, "Full-time"],
      [2, "Mini-job"],
    ]),
  ]);
  const france = questionsById([
    question(3, "Postal", [
      [4_001, "75"],
      [4_002, "2A"],
    ]),
    question(17, "Employment", [
      [1, "Full-time"],
      [2, "Student"],
    ]),
  ]);
  const { quotas, lacking } = carryQuotas([quota("Karlsruhe", { 3: [3_002], 17: [1] })], germany, france);
  expect(quotas[0]?.qualifications).toEqual([
    { question_id: 3, allowed_option_ids: [] },
    { question_id: 17, allowed_option_ids: [1] },
  ]);
  expect(lacking.map(({ key, choices }) => [key, choices[0]])).toEqual([["3:3002", { id: 4_001, text: "75" }]]);
});

test("everyone of a question stays everyone", () => {
  const { quotas } = carryQuotas([quota("All", { 8: [1, 2, 3] })], here, there);
  expect(quotas[0]?.qualifications).toEqual([{ question_id: 8, allowed_option_ids: [7, 8] }]);
});

test("everyone of a question with one option stays everyone where the other country has more", () => {
  const one = questionsById([question(9, "Consent", [[1, "Yes"]])]);
  const more = questionsById([
    question(9, "Consent", [
      [4, "Yes, all"],
      [5, "Yes, some"],
    ]),
  ]);
  const { quotas, lacking } = carryQuotas([quota("All", { 9: [1] })], one, more);
  expect(quotas[0]?.qualifications).toEqual([{ question_id: 9, allowed_option_ids: [4, 5] }]);
  expect(lacking).toEqual([]);
});

test("as many options as the question has, but not each of them, do not become everyone", () => {
  for (const [options, lacks] of [
    [[2, 2], []],
    [[2, 99], ["2:99"]],
  ] as const) {
    const { quotas, lacking } = carryQuotas([quota("Women", { 2: [...options] })], here, there);
    expect(quotas[0]?.qualifications).toEqual([{ question_id: 2, allowed_option_ids: [1] }]);
    expect(lacking.map(({ key }) => key)).toEqual(lacks);
  }
});

test("what the country lacks is listed once, with candidates and no guess, and matched or left out", () => {
  const given = [quota("South", { 8: [2] }), quota("South and west", { 8: [2, 3] }), quota("Ohio", { 5: [1] })];
  const { lacking, leftOut, empty } = carryQuotas(given, here, there);
  expect(lacking.map(({ key, option, choices, quotas }) => [key, option, choices[0]?.text, quotas])).toEqual([
    ["8:2", "South", "Southern", 2],
    ["8:3", "West", "north east", 1],
  ]);
  expect(leftOut).toEqual([{ questionId: "5", question: "State", quotas: 1, isMissing: true }]);
  expect(empty).toEqual(["South", "South and west"]);
  const mapped = carryQuotas(given, here, there, { "8:2": 8, "8:3": null });
  expect(mapped.quotas.map(({ quota_name, qualifications }) => [quota_name, qualifications])).toEqual([
    ["South and 1 more", [{ question_id: 8, allowed_option_ids: [8] }]],
    ["Ohio", []],
  ]);
  expect(mapped.empty).toEqual([]);
});

test("leaving a question out merges the quotas that become equal and adds up their targets", () => {
  const cells = [1, 2, 3].flatMap((region) =>
    [1, 2].map((sex) => ({
      ...quota(`${sex === 1 ? "Men" : "Women"}, Region ${region}`, { 2: [sex], 8: [region] }),
      quota: 10 * region + sex,
    })),
  );
  const { quotas, lacking, leftOut, beforeMerging } = carryQuotas(cells, here, there, { "8": null });
  expect(lacking).toEqual([]);
  expect(leftOut).toEqual([{ questionId: "8", question: "Region", quotas: 6, isMissing: false }]);
  expect(beforeMerging).toBe(6);
  expect(quotas.map(({ quota_name, quota: target, qualifications }) => [quota_name, target, qualifications])).toEqual([
    ["Men", 63, [{ question_id: 2, allowed_option_ids: [2] }]],
    ["Women", 66, [{ question_id: 2, allowed_option_ids: [1] }]],
  ]);
});

test("quotas that divide the same respondents twice are not counted twice when merged", () => {
  const regions = [1, 2, 3].map((region) => ({ ...quota(`Region ${region}`, { 8: [region] }), quota: 30 }));
  const states = [{ ...quota("Ohio", { 5: [1] }), quota: 90 }];
  const { quotas } = carryQuotas([...regions, ...states], here, questionsById([]));
  expect(quotas.map(({ quota_name, quota: target }) => [quota_name, target])).toEqual([["Region 1 and 3 more", 90]]);
});

test("options with one match merge the quotas that ask for them, and stay apart while they have none", () => {
  const regions = [50, 30, 20].map((target, at) => ({ ...quota(`Region ${at + 1}`, { 8: [at + 1] }), quota: target }));
  const carried = (mapping: Mapping) =>
    carryQuotas(regions, here, there, mapping).quotas.map(({ quota_name, quota: target }) => [quota_name, target]);
  expect(carried({ "8:1": 7, "8:2": 7, "8:3": 8 })).toEqual([
    ["Region 1 and 1 more", 80],
    ["Region 3", 20],
  ]);
  expect(carried({})).toHaveLength(3);
});

test("quotas that were equal before stay apart", () => {
  const twins = [quota("A", { 5: [1] }), quota("B", { 5: [1] })];
  expect(carryQuotas(twins, here, there).quotas).toHaveLength(2);
});

test("a copy of another size keeps the shares of every layer, and says when a quota would be left nobody", () => {
  const quotas = [
    ...[100, 100, 100].map((target, at) => ({ ...quota("Region", { 8: [at + 1] }), quota: target })),
    ...[1, 299].map((target, at) => ({ ...quota("Gender", { 2: [at + 1] }), quota: target })),
  ];
  const survey = {
    name: "Cars",
    respondents: 300,
    entry_link: "",
    respondent_attributes: quotas,
  } as unknown as SurveyDraft;
  const [first] = newCopies(survey, [{ country_code: "DE", language_code: "DE", name: "Germany" }]);
  if (!first) throw new Error("one copy was asked for");
  const carried: Carried = { quotas, lacking: [], leftOut: [], beforeMerging: 5, empty: [], unknown: [] };
  const copied = copyOf(survey, { ...first, respondents: 200 }, quotas);
  expect(copied.respondent_attributes.map((each) => each.quota)).toEqual([67, 67, 66, 1, 199]);
  expect(copied).not.toHaveProperty("copiedRespondents");
  expect(copyProblems({ ...first, respondents: 200 }, carried)).toEqual([]);
  expect(copyProblems({ ...first, respondents: "" }, carried)).toEqual(["Its target must be 1 or more."]);
  expect(copyProblems({ ...first, offered_price_per_complete: Number.NaN }, carried)).toEqual([
    "Its price must be an amount, or empty.",
  ]);
  expect(copyProblems({ ...first, respondents: 100 }, carried)).toEqual([
    "One quota would have a target of 0, which a quota cannot have. Raise the copy's own target.",
  ]);
});
