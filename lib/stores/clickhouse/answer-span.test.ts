import { expect, test } from "vitest";
import { question, type TestResponse, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { readAnswerSpan } from "./answer-span";
import { newTableName } from "./answer-table";
import { nobodyExcluded } from "./excluded-rows";

withEngine();

const questions = [
  question(1, "age", "numeric", { missing: [{ cell: 99, kind: "no_answer", marked: true }] }),
  question(2, "sex", "single", {
    options: [
      [1, "Woman", null],
      [2, "Man", null],
    ],
  }),
  question(3, "why", "open"),
];

const DAY_MS = 86_400_000;
const BEGAN = Date.UTC(2031, 0, 1, 12);
const on = (day: number) => BEGAN + day * DAY_MS;

async function spanOf(responses: TestResponse[], includeExcluded = false) {
  const table = newTableName();
  await writeAnswers(table, questions, responses);
  return readAnswerSpan({ table, questions, excluded: nobodyExcluded, includeExcluded }, { timeMs: 60_000 });
}

const answered = (time: number | null): TestResponse => ({ time, answers: { age: 30 } });

test("reaches from the first to the last answer that a trend can draw, to the millisecond", async () => {
  const responses = [answered(on(4) + 7), answered(on(0)), { time: on(9) + 1, answers: { sex: 2 } }, answered(on(5))];
  expect(await spanOf(responses)).toEqual({ first: on(0), last: on(9) + 1 });
});

test("leaves out who answered nothing that can be drawn, however many of them came first and last", async () => {
  const nothing = (time: number): TestResponse => ({ time, answers: { why: "so", age: 99 } });
  const around = [0, 1, 2, 30, 31, 32].map((day) => nothing(on(day)));
  expect(await spanOf([...around, answered(on(10)), answered(on(12))])).toEqual({ first: on(10), last: on(12) });
  // One end alone, and nobody at all.
  expect(await spanOf([nothing(on(0)), answered(on(10)), answered(on(32))])).toEqual({ first: on(10), last: on(32) });
  expect(await spanOf(around)).toBeNull();
});

test("leaves out who is excluded for quality unless they are to count", async () => {
  const responses = [
    { ...answered(on(0)), excluded: true },
    answered(on(10)),
    answered(on(12)),
    { ...answered(on(40)), excluded: true },
  ];
  expect(await spanOf(responses)).toEqual({ first: on(10), last: on(12) });
  expect(await spanOf(responses, true)).toEqual({ first: on(0), last: on(40) });
});

test("knows no days of answers without a time, nor of a table without answers", async () => {
  expect(await spanOf([answered(null), answered(null)])).toBeNull();
  expect(await spanOf([answered(null), answered(on(3))])).toEqual({ first: on(3), last: on(3) });
  expect(await spanOf([])).toBeNull();
});
