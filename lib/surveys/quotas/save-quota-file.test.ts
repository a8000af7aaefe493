import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { runs } from "@/lib/test-runs";
import { type QuotaDraft, sameContent } from "../draft";
import { questionsById } from "../qualification-text";
import { readQuotaFile, readQuotaTable, writeQuotaFile } from "./quota-file";
import { quotaCsv, quotaXlsx } from "./save-quota-file";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});
const questions = questionsById([
  question(2, "Gender", ["=1+1", "-b", "'＋c"]),
  question(3, "@Odd, name", ["Größe", "a;b", 'say "x"']),
]);

const name = fc
  .string({ unit: fc.constantFrom(..."=+-@＝－'\t\n\",;é x1"), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== "");
const quota = fc.record({
  name,
  target: fc.integer({ min: 1, max: 9999 }),
  a: fc.subarray([1, 2, 3]),
  b: fc.subarray([1, 2, 3]),
});
const lists = fc.array(quota, { minLength: 1, maxLength: 6 }).map((given) =>
  given.map(
    ({ name: quota_name, target, a, b }, at): QuotaDraft => ({
      quota_id: `q${at}`,
      quota_name,
      quota: target,
      qualifications: [
        ...(a.length > 0 ? [{ question_id: 2, allowed_option_ids: a }] : []),
        ...(b.length > 0 ? [{ question_id: 3, allowed_option_ids: b }] : []),
      ],
    }),
  ),
);

async function readBack(quotas: QuotaDraft[], file: Blob, as: string) {
  const { rows } = await readQuotaTable(as, new Uint8Array(await file.arrayBuffer()));
  return readQuotaFile(rows, { quotas, surveyId: "s", revision: "r" }, questions, sameContent);
}

const write = (quotas: QuotaDraft[]) => writeQuotaFile({ quotas, survey: { id: "s" }, revision: "r" }, questions);

describe("quotas in a file", () => {
  test.each(["quotas.csv", "quotas.xlsx"])("come back from %s as they were", async (as) => {
    await fc.assert(
      fc.asyncProperty(lists, async (quotas) => {
        const rows = write(quotas);
        const file = as.endsWith("csv") ? quotaCsv(rows) : await quotaXlsx(rows);
        const read = await readBack(quotas, file, as);
        if ("problem" in read) throw new Error(read.problem);
        expect(read.value.refused).toEqual([]);
        expect(read.value.removed).toEqual([]);
        expect(read.value.changes.map(({ kind }) => kind)).toEqual(quotas.map(() => "unchanged"));
      }),
      { numRuns: runs(as.endsWith("csv") ? 100 : 25) },
    );
  });

  test("are never formulas there", async () => {
    const rows = write([{ quota_id: "q", quota_name: "=HYPERLINK()", quota: 1, qualifications: [] }]);
    expect(await quotaCsv(rows).text()).toContain("'=HYPERLINK()");
    const sheet = await readSheet(Buffer.from(await (await quotaXlsx(rows)).arrayBuffer()));
    expect(sheet[1]?.slice(0, 3)).toEqual(["q", "=HYPERLINK()", 1]);
  });

  test("of 5,000 rows are read, and of 50,000 refused with the figure", async () => {
    const many = (count: number): QuotaDraft[] =>
      Array.from({ length: count }, (_, at) => ({
        quota_id: `q${at}`,
        quota_name: `Quota ${at}`,
        quota: 1 + at,
        qualifications: [{ question_id: 2, allowed_option_ids: [1 + (at % 3)] }],
      }));
    const quotas = many(5000);
    expect(await readBack(quotas, quotaCsv(write(quotas)), "a.csv")).toHaveProperty("value");
    expect(await readBack([], quotaCsv(write(many(50_000))), "a.csv")).toEqual({
      problem: "This has 50,000 rows. A survey can have at most 5,000 quotas.",
    });
  });
});
