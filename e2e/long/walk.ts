import { setTimeout as sleep } from "node:timers/promises";
import { startBookMaker } from "./book-maker";
import { startWriter } from "./demand-writer";
import { startImporter } from "./importer";
import { firstOf } from "./judge";
import { startPageViewer } from "./page-viewer";

/** What each of them has to get done at least. */
const LEAST = { writes: 50, imports: 3, books: 2, pages: 40, saves: 20 };
const kinds = Object.keys(LEAST) as (keyof typeof LEAST)[];
const PATIENCE_MS = 300_000;

/** Uses the product as its people do, all at once: surveys, imports, books of tables, pages. Judges what became of it. */
export async function walkProduct(url: string, judge: (name: string, holds: boolean) => void): Promise<void> {
  const base = () => url;
  const writer = await startWriter(base, "manager@demo.test", "fieldwork-demo");
  const importer = await startImporter(base);
  const bookMaker = await startBookMaker(base);
  const viewer = await startPageViewer(url);
  const done = () => ({
    writes: writer.acknowledged.length,
    imports: importer.found.imports,
    books: bookMaker.found.books,
    pages: viewer.found.pages,
    saves: viewer.found.saves,
  });
  const isEnough = () => kinds.every((kind) => done()[kind] >= LEAST[kind]);
  const deadline = Date.now() + PATIENCE_MS;
  while (!isEnough() && Date.now() < deadline) await sleep(200);
  await Promise.all([writer.stop(), importer.stop(), bookMaker.stop(), viewer.stop()]);
  const counts = Object.entries(done()).map(([name, count]) => `${count} ${name}`);
  judge(`it is walked through: ${counts.join(", ")}`, isEnough());
  const { failed, stale } = viewer.found;
  judge(
    `no page failed, and what was saved is read back${firstOf([...failed, ...stale])}`,
    failed.length + stale.length === 0,
  );
  const { retried, halves } = importer.found;
  judge(
    `no import had to be tried again (${retried}), or was seen by half (${halves.length})`,
    retried + halves.length === 0,
  );
  judge(`each book is the same (${bookMaker.found.others} are not)`, bookMaker.found.others === 0);
  const missing = await writer.missing();
  judge(
    `no write was refused (${writer.unacknowledged}), none is missing (${missing.length})`,
    writer.unacknowledged + missing.length === 0,
  );
}
