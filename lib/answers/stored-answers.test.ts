import { expect, test, vi } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { AppError } from "@/lib/http/problem";
import * as stored from "@/lib/stores/clickhouse/stored-codes";
import { question } from "@/lib/test-answers";
import { numberAndChoice } from "@/lib/test-import";
import { withStoredAnswers } from "./stored-answers";

const age = question(1, "age", "numeric");
const base = {
  id: "age",
  text: "Age",
  grid: null,
  blank: "no_answer" as const,
  missing: [{ cell: -1, kind: "no_answer" as const }],
};
const questions: ImportPlan["questions"] = [{ ...base, kind: "numeric", column: "age" }];
const plan: ImportPlan = { ...numberAndChoice, questions };
const project = { questions: [age], table: "answers_1" };

test("a guess stands as it is while the store cannot better it, and ends with who asked", async () => {
  const storedCodes = vi.spyOn(stored, "storedCodes").mockImplementation(async (_, asked) => [...asked]);
  expect((await withStoredAnswers(plan, project)).questions[0]?.missing).toEqual([]);
  storedCodes.mockRejectedValue(new AppError("unavailable", "The store is away."));
  expect(await withStoredAnswers(plan, project)).toEqual(plan);
  await expect(withStoredAnswers(plan, project, AbortSignal.abort())).rejects.toThrow("The store is away.");
  storedCodes.mockRejectedValue(new TypeError("a mistake of ours"));
  await expect(withStoredAnswers(plan, project)).rejects.toThrow("a mistake of ours");
});
