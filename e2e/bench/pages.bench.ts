import { chromium, type Page } from "@playwright/test";
import postgres from "postgres";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question } from "@/lib/test-answers";
import { reachAnswers } from "../answer-store";
import { findOrInstallChromium } from "../chromium";
import { type Instance, startInstance } from "../instance";
import { signInApi } from "../sign-in";
import { addProjectWith, databaseUrl } from "./bench-project";
import { median, say, spread } from "./figures";
import { openOnce, openPlain, underLoad } from "./page-load";
import { measurePaint, type Paint } from "./page-paint";
import { KEEP_NAMES } from "./page-timing";
import { sessionOf } from "./person";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LOAD_MS = Number(process.env.BENCH_LOAD_MS ?? 4000);
const ALONE = 10;
/** `surveys,trends`: these pages alone. */
const ONLY = process.env.BENCH_PAGES?.split(",");

type MeasuredPage = { page: string; path: string; email?: string };

/** Each page as it opens: what Lighthouse says, what the server takes alone and for twenty at once; then the search. */
export async function run(): Promise<void> {
  const instance = await startInstance();
  reachAnswers(instance.dataDir);
  const sql = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  try {
    const pages = (await pagesOf(sql)).filter(({ page }) => ONLY?.includes(page) ?? true);
    say(`Lighthouse: desktop, ${ROUNDS} runs, medians; alone ${ALONE} times; 20 at once for ${LOAD_MS / 1000} s`);
    say("| page | performance | JavaScript | blocking time, LCP | server alone / HTML | 20 at once |");
    say("|---|---|---|---|---|---|");
    for (const page of pages) say(await line(instance, page));
    if (ONLY === undefined || ONLY.includes("search")) await tellSearch(instance);
  } finally {
    await sql.end();
    await closeClickhouse();
    await instance.stop();
  }
}

const ANALYST = "analyst@demo.test";

async function pagesOf(sql: postgres.Sql): Promise<MeasuredPage[]> {
  const project = await fillProject(sql);
  const [survey] = await sql<{ id: string }[]>`
    select s.id from surveys s join projects p on p.id = s.project_id where p.project_number like 'DR-%'
    and s.status = 'Live' order by s.id limit 1`;
  return [
    { page: "surveys", path: "/surveys?status=Live,Paused,Draft,Complete" },
    { page: "projects", path: "/projects" },
    { page: "audit", path: "/audit", email: "admin@demo.test" },
    { page: "trends", path: `/trends?project=${project}`, email: ANALYST },
    { page: "pivots", path: `/pivots?project=${project}&rows=region&columns=brand`, email: ANALYST },
    { page: "editor", path: `/surveys/${survey?.id}` },
    { page: "questions", path: `/questions?project=${project}`, email: ANALYST },
    { page: "sign-in", path: "/sign-in", email: "" },
  ];
}

const options = (letter: string, many: number) =>
  Array.from({ length: many }, (_, at): [number, string, null] => [at + 1, `${letter} ${at + 1}`, null]);

/** 20,000 responses of a year: two questions with options, four that are numbers. */
const fillProject = (sql: postgres.Sql): Promise<string> =>
  addProjectWith(sql, {
    questions: [
      question(1, "region", "single", { options: options("Region", 12) }),
      question(2, "brand", "single", { options: options("Brand", 8) }),
      ...[3, 4, 5, 6].map((place) => question(place, `Score ${place}`, "numeric")),
    ],
    insert: (table) => `INSERT INTO ${table} (_row, _id, _time, _excluded, q1, q2, q3, q4, q5, q6)
      SELECT number, toString(number), fromUnixTimestamp64Milli(${Date.UTC(2025, 0, 1)} + toInt64(number) * 1576800, 'UTC'), 0,
        cityHash64(number) % 12 + 1, cityHash64(number, 1) % 8 + 1, ${[3, 4, 5, 6].map((place) => `toFloat64(cityHash64(number, ${place}) % 101)`).join(", ")}
      FROM numbers(20000)`,
  });

async function line({ url }: Instance, { page, path, email = "manager@demo.test" }: MeasuredPage): Promise<string> {
  const session = email ? await sessionOf(url, email) : {};
  const headers = { ...session, "accept-encoding": "gzip" };
  const html = await openPlain(url, path, headers);
  const paints: Paint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) paints.push(await measurePaint(`${url}${path}`, session));
  const of = (key: keyof Paint) => median(paints.map((paint) => paint[key]));
  const alone = [];
  for (let turn = 0; turn < ALONE; turn += 1) alone.push((await openOnce(url, path, headers)).ms);
  const { perSecond, p95Ms } = await underLoad(url, path, headers, LOAD_MS);
  const rows = (html.match(/<tbody[\s\S]*?<\/tbody>/)?.[0].match(/<tr/g) ?? []).length;
  const misnamed = of("misnamed");
  return `| ${[
    `${page}${rows > 0 ? ` (${rows} rows)` : ""}`,
    `${of("performance").toFixed(0)}${misnamed > 0 ? ` (${misnamed} misnamed)` : ""}`,
    `${(of("scriptBytes") / 1000).toFixed(0)} kB`,
    `${of("blockingMs").toFixed(0)} ms, ${(of("lcpMs") / 1000).toFixed(2)} s`,
    `${median(alone).toFixed(0)} ms / ${(Buffer.byteLength(html) / 1000).toFixed(0)} kB`,
    `${perSecond.toFixed(1)} a second, p95 ${(p95Ms / 1000).toFixed(2)} s`,
  ].join(" | ")} |`;
}

const TEXTS = ["brand", "wave", "omnibus", "segment", "pricing", "usage"];

/** In the list of surveys, from the last key until other rows are drawn. */
async function tellSearch({ url }: Instance): Promise<void> {
  const api = await signInApi(url, { email: "manager@demo.test" });
  const executablePath = findOrInstallChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ storageState: { cookies: api.cookies(), origins: [] } });
    await context.addInitScript(KEEP_NAMES);
    const page = await context.newPage();
    await page.goto(`${url}/surveys?view=all`, { waitUntil: "networkidle" });
    const measured: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const text of TEXTS) {
        const ms = await searchMs(page, text);
        if (round > 0) measured.push(ms);
      }
    }
    say(`search of surveys, from key to rows: ${spread(measured)} ms`);
  } finally {
    await browser.close();
  }
}

/** Ends a search: the rows are others than it found, and the page has nothing left to do. */
async function showAll(page: Page): Promise<void> {
  const field = page.getByLabel("Search surveys");
  if ((await field.inputValue()) === "") return;
  const found = await page.locator("tbody").textContent();
  await field.fill("");
  await page.waitForFunction(
    (before) =>
      document.querySelector("tbody")?.textContent !== before && document.querySelector("[aria-busy=true]") === null,
    found,
  );
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

async function searchMs(page: Page, text: string): Promise<number> {
  const field = page.getByLabel("Search surveys");
  await showAll(page);
  await field.evaluate(() => {
    const shown = () => document.querySelector("tbody")?.textContent ?? "";
    const before = shown();
    document.addEventListener(
      "input",
      () => {
        const begun = performance.now();
        const look = () => {
          const isOther = shown() !== before && document.querySelector("[aria-busy=true]") === null;
          if (isOther) document.body.dataset.searchMs = String(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        look();
      },
      { once: true, capture: true },
    );
    delete document.body.dataset.searchMs;
  });
  await field.fill(text);
  const body = page.locator("body[data-search-ms]");
  await body.waitFor();
  return Number(await body.getAttribute("data-search-ms"));
}
