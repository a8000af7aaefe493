import fc from "fast-check";
import { expect, test } from "vitest";
import { indexQuotas } from "./quota-index";

const qualification = fc.record({
  question_id: fc.integer({ min: 1, max: 4 }),
  allowed_option_ids: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
});
const quotaLists = fc.array(fc.record({ qualifications: fc.array(qualification, { maxLength: 4 }) }), {
  maxLength: 80,
});
const answers = fc
  .array(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }), { minLength: 4, maxLength: 4 })
  .map((lists) => new Map(lists.map((options, index) => [index + 1, options] as const)));

test("finds exactly the quotas whose qualifications are all met, by any option of each", () => {
  fc.assert(
    fc.property(quotaLists, answers, (quotas, given) => {
      const asked = [...new Set(quotas.flatMap(({ qualifications }) => qualifications.map((one) => one.question_id)))];
      const unanswered = asked.filter((question) => !given.get(question)?.length);
      const plain = quotas.flatMap(({ qualifications }, position) =>
        qualifications.every((one) => one.allowed_option_ids.some((id) => given.get(one.question_id)?.includes(id)))
          ? [position]
          : [],
      );
      const found = indexQuotas(quotas).membership(given);
      // A question that a quota asks twice is met by one option that both allow.
      const isTwice = quotas.some(({ qualifications: q }) => new Set(q.map((one) => one.question_id)).size < q.length);
      fc.pre(!isTwice);
      if (unanswered.length > 0) expect(found).toEqual({ kind: "unanswered", questions: unanswered });
      else if (plain.length > 0) expect(found).toEqual({ kind: "member", quotas: plain });
      else if (quotas.length > 0) expect(found.kind).toBe("none");
    }),
  );
});

test("names the question whose answer left no quota", () => {
  const ask = (question_id: number, ...allowed_option_ids: number[]) => ({ question_id, allowed_option_ids });
  const index = indexQuotas([
    { qualifications: [ask(1, 20, 21), ask(2, 1)] },
    { qualifications: [ask(1, 22), ask(2, 2)] },
  ]);
  const none = (age: number, gender: number) =>
    index.membership(
      new Map([
        [1, [age]],
        [2, [gender]],
      ]),
    );
  expect(none(30, 1)).toEqual({ kind: "none", question: 1 });
  expect(none(20, 2)).toEqual({ kind: "none", question: 2 });
  expect(none(22, 2)).toEqual({ kind: "member", quotas: [1] });
});

test("a quota without qualifications is everybody's", () => {
  expect(indexQuotas([{ qualifications: [] }]).membership(new Map())).toEqual({ kind: "member", quotas: [0] });
});
