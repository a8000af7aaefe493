import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import readWorkbook, { type Sheet } from "read-excel-file/node";
import { openAnswersClient } from "./answers-client";
import { patiently } from "./patiently";

const QUESTIONS = 40;
const ROWS = 3000;
const LOOK_EVERY_MS = 200;
/** The others' work is under way too. */
const REST_MS = 500;

/** Unlike one another, so that nobody takes them for the parts of one question. */
const questionAt = (place: number) => `${"aeiouybd"[place % 8]}${"klmnrst"[place % 7]}a`;

/** Answers of 2 to 8 options, so that no two tables are alike. */
function answersCsv(): string {
  const names = Array.from({ length: QUESTIONS }, (_, at) => questionAt(at));
  const row = (at: number) => [
    at,
    "2024-01-01",
    ...names.map((_, place) => `a${(at * (place + 3)) % (2 + (place % 7))}`),
  ];
  return [["id", "when", ...names], ...Array.from({ length: ROWS }, (_, at) => row(at))].map(String).join("\n");
}

/**
 * Makes the same book of tables again and again, as a person does who tries again what failed, and compares each with
 * the first, which was made before anything was killed.
 */
export async function startBookMaker(base: () => string) {
  const client = await patiently(() => openAnswersClient(base));
  const project = await patiently(() => client.project(1));
  await importOnce();
  const found = { books: 0, retried: 0, others: 0 };
  const first = await makeOne();
  let running = true;

  async function importOnce(): Promise<void> {
    const file = await client.send(project, "book.csv", answersCsv());
    const { plan } = await client.guess(file);
    const { state, message } = await client.ended(await client.start(file, plan, "replace"));
    if (state !== "done") throw new Error(`The answers of the book were not imported: ${message}`);
  }

  async function makeOne(): Promise<Sheet[]> {
    const id = await patiently(() => client.startBook({ project, columns: questionAt(0), values: "column" }));
    for (;;) {
      const outcomes = await patiently(() => client.outcomes(id));
      if (outcomes && Object.keys(outcomes).join() === "done")
        return withoutDates(await patiently(() => client.result(id)));
      if (outcomes) {
        found.retried += 1;
        await patiently(() => client.retry(id));
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  const making = (async () => {
    while (running) {
      if (!isDeepStrictEqual(await makeOne(), first)) found.others += 1;
      found.books += 1;
      await sleep(REST_MS);
    }
  })();
  return {
    found,
    sheets: first.length,
    stop: async () => {
      running = false;
      await making;
    },
  };
}

/** A book but for when it was made. */
async function withoutDates(file: Buffer): Promise<Sheet[]> {
  const isDated = (cell: unknown) => typeof cell === "string" && /^(Made|Begun) /.test(cell);
  return (await readWorkbook(file)).map((each) => ({ ...each, data: each.data.filter((row) => !row.some(isDated)) }));
}
