import { type Browser, chromium, type Page } from "@playwright/test";
import postgres from "postgres";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question } from "@/lib/test-answers";
import { reachAnswers } from "../answer-store";
import { findOrInstallChromium } from "../chromium";
import { type Instance, startInstance } from "../instance";
import { signInApi } from "../sign-in";
import { addProjectWith, databaseUrl } from "./bench-project";
import { say, spread } from "./figures";
import { type Interaction, KEEP_NAMES, restOf, timeInteraction, WATCH } from "./page-timing";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const VIEWPORT = { width: 1280, height: 800 };
const SERIES = 50;
const DAYS = 365;

/**
 * What a person waits for on the heaviest pages: 50 small charts of 365 days, and a table of 50,000 cells. From opening
 * to rest, and from a key or click to the next paint and until all is drawn.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  reachAnswers(instance.dataDir);
  const sql = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  const executablePath = findOrInstallChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const [trends, pivot] = [await fillTrends(sql), await fillPivot(sql)];
    say(`ms, ${ROUNDS} rounds; median (lowest–highest).`);
    await timeTrends(browser, instance, trends);
    await timePivot(browser, instance, pivot);
  } finally {
    await browser.close();
    await sql.end();
    await closeClickhouse();
    await instance.stop();
  }
}

/** Twenty responses a day. */
function fillTrends(sql: postgres.Sql): Promise<string> {
  const questions = Array.from({ length: SERIES }, (_, place) => question(place + 1, `Q${place + 1}`, "numeric"));
  const columns = questions.map(({ column }) => column ?? "");
  const answers = columns.map((_, place) => `toFloat64(cityHash64(number, ${place}) % 101)`);
  const begins = Date.UTC(2025, 0, 1);
  return addProjectWith(sql, {
    questions,
    insert: (table) => `INSERT INTO ${table} (_row, _id, _time, _excluded, ${columns.join(", ")})
      SELECT number, toString(number), fromUnixTimestamp64Milli(${begins} + toInt64(number) * 4320000, 'UTC'), 0, ${answers.join(", ")}
      FROM numbers(${20 * DAYS})`,
  });
}

const options = (letter: string, many: number) =>
  Array.from({ length: many }, (_, at): [number, string, null] => [at + 1, `${letter} ${at + 1}`, null]);

/** 250 options by 200, each pair with as many responses as its hash says. */
const fillPivot = (sql: postgres.Sql): Promise<string> =>
  addProjectWith(sql, {
    questions: [
      question(1, "region", "single", { options: options("R", 250) }),
      question(2, "car", "single", { options: options("C", 200) }),
    ],
    insert: (table) => `INSERT INTO ${table} (_row, _id, _time, _excluded, q1, q2)
      SELECT number, toString(number), NULL, 0, cityHash64(number) % 250 + 1, cityHash64(number, 1) % 200 + 1 FROM numbers(500000)`,
  });

async function openPage(browser: Browser, { url }: Instance): Promise<Page> {
  const api = await signInApi(url, { email: "analyst@demo.test" });
  const context = await browser.newContext({
    viewport: VIEWPORT,
    storageState: { cookies: api.cookies(), origins: [] },
  });
  await context.addInitScript(KEEP_NAMES);
  await context.addInitScript(WATCH);
  return context.newPage();
}

/** Opens an address until `shows` and all is at rest: how long after its opening the last long task ended. */
async function timeOpening(page: Page, address: string, shows: () => Promise<unknown>): Promise<number> {
  await page.goto(address);
  await shows();
  return restOf(page);
}

type Turn = [what: string, act: () => Promise<void>, shows: () => Promise<unknown>];

async function timeTurns(page: Page, turns: Turn[], found: Map<string, Interaction[]>): Promise<void> {
  for (const [what, act, shows] of turns) {
    const one = await timeInteraction(page, act, shows);
    found.set(what, [...(found.get(what) ?? []), one]);
  }
}

function tell(opening: number[], found: Map<string, Interaction[]>): void {
  say(`  from opening to rest                       ${spread(opening)}`);
  for (const [what, turns] of found) {
    const [toPaint, drawn] = (["toPaint", "drawn"] as const).map((of) => spread(turns.map((each) => each[of])));
    say(`  ${what.padEnd(42)} next paint ${toPaint}, all drawn ${drawn}`);
  }
  const all = [...found.values()].flat().map(({ toPaint }) => toPaint);
  say(`  all of these, to the next paint            ${spread(all)}`);
}

/** A round more than counts: the first one fills the caches of the server and of the browser. */
async function rounds(browser: Browser, instance: Instance, once: (page: Page, counts: boolean) => Promise<void>) {
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await openPage(browser, instance);
    await once(page, round > 0);
    await page.context().close();
  }
}

async function timeTrends(browser: Browser, instance: Instance, project: string): Promise<void> {
  const opening: number[] = [];
  const found = new Map<string, Interaction[]>();
  const ids = Array.from({ length: SERIES }, (_, place) => `Q${place + 1}`).join(",");
  const address = `${instance.url}/trends?project=${project}&bucket=daily&from=2025-01-01&to=2025-12-31&questions=${ids}`;
  await rounds(browser, instance, async (page, counts) => {
    // Of fifty those are drawn that are in view, and the others as they come there.
    const charts = page.locator("main rect[data-plot]");
    const band = page.getByLabel("Band", { exact: true });
    const drawBand = async (value: string) => void (await band.selectOption(value));
    const ms = await timeOpening(page, address, () => charts.first().waitFor());
    const into = counts ? found : new Map<string, Interaction[]>();
    if (counts) opening.push(ms);
    await timeTurns(
      page,
      [
        ["no band", () => drawBand("none"), () => page.waitForURL(/band=none/)],
        ["and on again", () => drawBand("range"), () => page.waitForURL((url) => !url.searchParams.has("band"))],
        [
          "rolling mean over 2 buckets",
          () => page.getByLabel("Rolling mean over").press("ArrowUp"),
          () => page.waitForURL(/rolling=2/),
        ],
        [
          "as a table",
          () => page.getByRole("radio", { name: "Table" }).press("Space"),
          () => page.getByRole("table", { name: "Trend" }).waitFor(),
        ],
      ],
      into,
    );
  });
  say(`\nTrends: ${SERIES} charts of ${DAYS} days`);
  tell(opening, found);
}

async function timePivot(browser: Browser, instance: Instance, project: string): Promise<void> {
  const opening: number[] = [];
  const found = new Map<string, Interaction[]>();
  const address = `${instance.url}/pivots?project=${project}&rows=region&columns=car&values=count&bases=none`;
  await rounds(browser, instance, async (page, counts) => {
    const table = page.getByRole("table", { name: "Cross table" });
    const heat = page.getByRole("switch", { name: "Heat colours" });
    const ms = await timeOpening(page, address, () => table.getByRole("button").first().waitFor());
    const into = counts ? found : new Map<string, Interaction[]>();
    if (counts) opening.push(ms);
    const cell = table
      .getByRole("row", { name: /^R 1\b/ })
      .getByRole("button")
      .first();
    await timeTurns(
      page,
      [
        ["heat colours on, by keyboard", () => heat.press("Space"), () => page.waitForURL(/heat=true/)],
        ["and off again", () => heat.press("Space"), () => page.waitForURL((url) => !url.searchParams.has("heat"))],
        [
          "to the last cell, Ctrl+End",
          () => cell.press("Control+End"),
          () => table.getByRole("row", { name: /^Total/ }).waitFor(),
        ],
      ],
      into,
    );
  });
  say("\nTables: a table of 50,000 cells");
  tell(opening, found);
}
