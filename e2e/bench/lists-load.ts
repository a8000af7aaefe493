import type { Instance } from "../instance";
import { startConstantPeer } from "./constant-peer";
import { median, say } from "./figures";
import { AT_ONCE, openOnce, openPlain, underLoad } from "./page-load";
import { sessionOf } from "./person";

const LOAD_MS = Number(process.env.BENCH_LOAD_MS ?? 4000);
const ALONE = 12;

/** One list page under load. `aloneMs` and `p95Ms` from request to last byte; `wireBytes` gzipped. */
type ListLoad = {
  page: string;
  rows: number;
  aloneMs: number;
  htmlBytes: number;
  wireBytes: number;
  pagesPerSecond: number;
  p95Ms: number;
  /** Pages a second over those of a Next handler that answers a constant of the page's size, in the same turn. */
  ofPeer: number;
};

type ListPage = { page: string; path: string; email?: string };

/** The list pages as they open, with the demo's data. */
const LIST_PAGES: ListPage[] = [
  { page: "surveys", path: "/surveys?status=Live,Paused,Draft,Complete" },
  { page: "projects", path: "/projects" },
  { page: "audit", path: "/audit", email: "admin@demo.test" },
];

/** Opens each page alone, then 20 times at once beside a constant peer, and prints a line for each. */
export async function measureLists({ url }: Instance, pages: readonly ListPage[] = LIST_PAGES): Promise<ListLoad[]> {
  const loads: ListLoad[] = [];
  say(`list pages: alone ${ALONE} times, then ${AT_ONCE} at once for ${LOAD_MS / 1000} s, by turns with the peer`);
  for (const page of pages) {
    const load = await measureList(url, page);
    loads.push(load);
    say(listLine(load));
  }
  return loads;
}

const listLine = (load: ListLoad): string =>
  [
    `  ${load.page.padEnd(10)} ${String(load.rows).padStart(3)} rows`,
    `alone ${load.aloneMs.toFixed(0)} ms`,
    `HTML ${(load.htmlBytes / 1000).toFixed(0)} kB (${(load.wireBytes / 1000).toFixed(0)} kB gzipped)`,
    `${load.pagesPerSecond.toFixed(1)} pages a second, p95 ${(load.p95Ms / 1000).toFixed(2)} s`,
    `${load.ofPeer.toFixed(4)} of the peer`,
  ].join(" | ");

async function measureList(origin: string, { page, path, email = "manager@demo.test" }: ListPage): Promise<ListLoad> {
  const headers = { ...(await sessionOf(origin, email)), "accept-encoding": "gzip" };
  const html = await openPlain(origin, path, headers);
  const peer = await startConstantPeer(html);
  try {
    for (let warm = 0; warm < 5; warm += 1) await openOnce(origin, path, headers);
    const alone: { ms: number; bytes: number }[] = [];
    for (let turn = 0; turn < ALONE; turn += 1) alone.push(await openOnce(origin, path, headers));
    await underLoad(origin, path, headers, LOAD_MS / 2);
    await underLoad(peer.url, "/constant", headers, LOAD_MS / 2);
    const [pageLoad, peerLoad] = [
      await underLoad(origin, path, headers, LOAD_MS),
      await underLoad(peer.url, "/constant", headers, LOAD_MS),
    ];
    return {
      page,
      rows: countRows(html),
      aloneMs: median(alone.map(({ ms }) => ms)),
      htmlBytes: Buffer.byteLength(html),
      wireBytes: median(alone.map(({ bytes }) => bytes)),
      pagesPerSecond: pageLoad.perSecond,
      p95Ms: pageLoad.p95Ms,
      ofPeer: pageLoad.perSecond / peerLoad.perSecond,
    };
  } finally {
    peer.stop();
  }
}

/** Rows of the page's first table, without its head. */
const countRows = (html: string) => (html.match(/<tbody[\s\S]*?<\/tbody>/)?.[0].match(/<tr/g) ?? []).length;
