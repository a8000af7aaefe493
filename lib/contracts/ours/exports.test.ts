import { expect, test } from "vitest";
import { parse } from "@/lib/http/read-request";
import { exportTable } from "./exports";

const read = (query: Record<string, string>) => parse(exportTable.body, { table: "surveys", format: "csv", query });

test("a query of at most 20 kB is taken, keys and texts counted", () => {
  expect(read({ search: "x".repeat(19_994) }).query.search).toHaveLength(19_994);
  const sentence = "The query is larger than 20 kB.";
  expect(() => read({ search: "x".repeat(19_995) })).toThrow(sentence);
  expect(() => read({ search: "é".repeat(10_000) })).toThrow(sentence);
  expect(() => read({ ["k".repeat(20_001)]: "" })).toThrow(sentence);
});
