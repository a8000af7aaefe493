import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/http/problem";
import { readBytes, workbookOf } from "@/lib/test-answer-files";
import { hasPspp, psppSav, withoutPspp } from "@/lib/test-pspp";
import { runs } from "@/lib/test-runs";

const words = Array.from({ length: 40 }, (_, at) => `answer ${at % 7}`);

const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const workbook = workbookOf(
  words.map((word, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, word)}${cell(`B${at + 1}`, word)}</row>`).join(""),
);

const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "a", data: words, type: "STRING" },
      { name: "b", data: words.map((_, at) => at), type: "INT32" },
    ],
  }),
);

const syntax = `
DATA LIST LIST NOTABLE /a (F3.0) b (A20) c (A300).
BEGIN DATA.
${words.map((word, at) => `${at} "${word}" "${word.repeat(30)}"`).join("\n")}
END DATA.
VARIABLE LABELS a 'A number'.
VALUE LABELS a 1 'one' 2 'two' /b 'answer 1' 'the first'.
MISSING VALUES a (3 THRU 5).
MRSETS /MCGROUP NAME=$s LABEL='set' VARIABLES=a a2.
`
  .replace("a (F3.0) b", "a (F3.0) a2 (F3.0) b")
  .replace(/^(\d+) "/gm, '$1 $1 "');

const text = `id,reply\n${words.map((word, at) => `${at},"${word}, so"`).join("\n")}\n`;
const lines = words.map((word, at) => JSON.stringify({ id: at, word })).join("\n");

/** The bytes with some of them changed, and the end perhaps cut off. */
const damage = fc.record({
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255)), {
    maxLength: 8,
  }),
  keep: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 1, noNaN: true })),
});

function damaged(bytes: Uint8Array, { changes, keep }: { changes: [number, number][]; keep: number }): Uint8Array {
  const copy = Uint8Array.from(bytes.subarray(0, Math.ceil(bytes.length * keep)));
  for (const [at, value] of changes) copy[Math.floor(at * copy.length)] = value;
  return copy;
}

async function readsOrSays(bytes: Uint8Array): Promise<void> {
  await fc.assert(
    fc.asyncProperty(damage, async (how) => {
      const error: unknown = await readBytes("upload", damaged(bytes, how)).then(
        () => null,
        (found: unknown) => found,
      );
      if (error !== null) expect(error).toBeInstanceOf(AppError);
    }),
    { numRuns: runs(300) },
  );
}

describe("a damaged file is read as far as it makes sense, or refused with a sentence", () => {
  test.each([
    ["workbook", workbook],
    ["Parquet", parquet],
    ["text", Buffer.from(text)],
    ["JSON lines", Buffer.from(lines)],
  ])("%s", async (_, bytes) => readsOrSays(bytes));

  test.skipIf(!hasPspp).each(["uncompressed", "compressed", "zcompressed"] as const)(
    `SPSS, %s${withoutPspp}`,
    async (compression) => readsOrSays(psppSav(syntax, compression)),
  );
});
