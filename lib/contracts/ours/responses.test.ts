import { expect, test } from "vitest";
import { parse } from "@/lib/http/read-request";
import { startReconciliation } from "./responses";

const SENTENCE = "A list can name at most 200,000 responses. Send the rest as a second one.";
const read = (decisions: unknown) => parse(startReconciliation.body, { survey_id: "s", decisions });
const decide = (rduds: unknown[]) => ({ status: "Rejected", reason: "bot", rduds });

test("a list that names too many is refused by its lengths, whatever is in it", () => {
  // Each of these has a mistake of its own: none was looked at.
  expect(() => read([decide(Array(200_001).fill(7))])).toThrow(SENTENCE);
  expect(() => read([decide(Array(150_000).fill(7)), decide(Array(50_001).fill(7))])).toThrow(SENTENCE);
  expect(() => read(Array(200_001).fill(null))).toThrow("A list can have at most 10,000 different reasons.");
});

test("a list within the figure is read, and its mistakes are named", () => {
  expect(read([decide(["a", "b"])]).decisions).toEqual([decide(["a", "b"])]);
  expect(() => read([decide([7])])).toThrow("A response id must be text.");
  expect(() => read([decide([])])).toThrow("The list names no response.");
  expect(() => read(undefined)).toThrow("Decisions are required.");
});
