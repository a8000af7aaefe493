import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import { guessPlan } from "@/lib/answers/guess";
import { profiler } from "@/lib/answers/profile";
import { readRows } from "@/lib/answers/read-rows";

/**
 * A CSV of two gigabytes is opened, looked at and read whole: memory stays under 512 MB above what the process has
 * before, and rows kept and refused add up to the rows written.
 */
const GIGABYTES = Number(process.env.GIGABYTES ?? 2);
const LIMIT_MB = 512;
const MEGABYTE = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "fieldwork-answers-"));
const path = join(folder, "answers.csv");
const results = { passed: 0, failed: 0 };

function judge(name: string, holds: boolean): void {
  results[holds ? "passed" : "failed"] += 1;
  process.stdout.write(`${holds ? "✓" : "✗"} ${name}\n`);
}

const REPLIES = ["Fine, thanks", 'He said "no"', "Two\nlines", "Größe – groß", ""];
const GRID = Array.from({ length: 12 }, (_, at) => `Q5_${at + 1}`);
let written = 0;

/** Every thousandth row has a cell too few, and is to be refused. */
function csvRow(row: number): string {
  const reply = (REPLIES[row % REPLIES.length] ?? "").replaceAll('"', '""');
  const codes = GRID.map((_, at) => (row % 50 === 0 ? "NA" : 1 + ((row * 7 + at * 3) % 5)));
  const start = new Date(1_600_000_000_000 + row * 1000).toISOString();
  const cells = [row, ((row % 200) / 100).toFixed(2), start, `"${reply}"`, ...codes, row % 97];
  return `${(row % 1000 === 0 ? cells.slice(1) : cells).join(",")}\n`;
}

async function* content(): AsyncGenerator<string> {
  yield `RespId,weight,Start,Reply,${GRID.join(",")},Age\n`;
  for (let bytes = 0; bytes < GIGABYTES * 1024 * MEGABYTE; ) {
    const block = Array.from({ length: 2_000 }, () => csvRow(++written)).join("");
    bytes += Buffer.byteLength(block);
    yield block;
  }
}

const idle = process.memoryUsage().rss;
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage().rss);
};

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const since = Date.now();
  const result = await work();
  look();
  const seconds = (Date.now() - since) / 1000;
  process.stdout.write(
    `  ${name}: ${seconds.toFixed(1)} s, at most ${Math.round((peak - idle) / MEGABYTE)} MB above idle\n`,
  );
  return result;
}

await pipeline(content(), createWriteStream(path));
process.stdout.write(
  `${written.toLocaleString("en-US")} rows, ${(statSync(path).size / 1024 / MEGABYTE).toFixed(2)} GB\n`,
);

try {
  const file = await timed("opened", () => openAnswerFile(path, { name: "answers.csv" }));
  const seen = profiler(file.columns.length);
  await timed("looked at", async () => {
    for await (const rows of file.rows()) {
      seen.add(rows);
      look();
    }
  });
  const plan = guessPlan(file, seen);
  const counts = { kept: 0, refused: 0 };
  await timed("read by the plan", async () => {
    for await (const { kept, refused } of readRows(file, plan)) {
      counts.kept += kept.length;
      counts.refused += refused.length;
      look();
    }
  });
  await file.close();
  judge("every row is kept or refused", counts.kept + counts.refused === written);
  judge("the rows with a cell too few are refused, and no others", counts.refused === Math.floor(written / 1000));
  judge(`memory stays under ${LIMIT_MB} MB above idle`, peak - idle < LIMIT_MB * MEGABYTE);
  // The system's own figure for the whole process, writing the file included.
  const highest = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`  idle ${Math.round(idle / MEGABYTE)} MB, highest ever ${Math.round(highest)} MB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${results.passed} passed, ${results.failed} failed\n`);
process.exit(results.failed > 0 ? 1 : 0);
