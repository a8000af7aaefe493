import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { interfaceNames } from "@/lib/contracts/interface-list";
import { findOrInstallChromium } from "../chromium";
import { type Instance, startInstance } from "../instance";
import { makeSurvey } from "../new-survey";
import { reservePorts } from "../remote/ports";
import { demoAccountAt, type Production, productionConnection, startProduction } from "../remote/production";
import type { Behaviour } from "../remote/proxy";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { median, say } from "./figures";
import { KEEP_NAMES } from "./page-timing";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** How many surveys the service is given at the end, to measure lists of a large copy; none when it is not set. */
const MANY = Number(process.env.BENCH_MANY ?? 0);
const PATIENCE_MS = 45_000;
/** Names of conditions, all of them where none is given. */
const ONLY = process.env.BENCH_CONDITIONS?.split(",");
const WHO = { email: "admin@demo.test", connection: "remote" };

type Condition = { name: string; behaviour: Behaviour };
const CONDITIONS: Condition[] = [
  { name: "at once", behaviour: {} },
  { name: "0.8 s late", behaviour: { latencyMs: 800 } },
  { name: "3 s late", behaviour: { latencyMs: 3000 } },
  { name: "down", behaviour: { mode: "down" } },
  { name: "hanging", behaviour: { mode: "hanging" } },
];

/** What was seen before pages stopped waiting for services, in seconds. */
const BEFORE: Record<string, Partial<Record<Figure, string>>> = {
  "0.8 s late": { "list rows": "2.3–3.7", "Save… words": "1.9", saved: "3.2" },
  down: { "Save… words": "15.4" },
  hanging: { "list byte": "30.9", survey: "24.9" },
};

const FIGURES = [
  ...(["list byte", "list rows", "list live"] as const),
  ...(["survey byte", "survey", "survey live"] as const),
  ...(["Save… words", "Save… ready", "saved"] as const),
] as const;
type Figure = (typeof FIGURES)[number];
/** `refused`: an error stood there instead. */
type Moment = { ms: number; refused: boolean };
/** Null: it did not come as long as we waited. */
type Seen = Moment | "not tried" | null;
type Round = Record<Figure, Seen>;

type World = { front: Instance; production: Production; browser: Browser; survey: string };

/**
 * What a person waits for on a connection whose services are late or do not answer: from the address to the first byte,
 * to what was asked for (rows, the form) and until that answers; from Save… to words, to the button, to saved. The copy
 * of the surveys is ten minutes old, as somebody finds it who comes back.
 */
export async function run(): Promise<void> {
  const service = await startInstance();
  const ports = await reservePorts(interfaceNames.length);
  const portOf = (name: (typeof interfaceNames)[number]) => ports[interfaceNames.indexOf(name)] ?? 0;
  const production = await startProduction(service.url, portOf);
  const account = await demoAccountAt(service.url);
  const connection = productionConnection(account, (name) => `http://127.0.0.1:${portOf(name)}`);
  const env = { CONNECTIONS: JSON.stringify([connection]), ADMIN_EMAILS: WHO.email, WORKER_SPEED: "1" };
  const front = await startInstance({ env });
  const executablePath = findOrInstallChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const world = { front, production, browser, survey: await prepare(front) };
    say(`Seconds, median of ${ROUNDS}; in brackets as it was before; “!”: an error instead.\n`);
    say(line("", FIGURES));
    await measure(world, { name: "warm-up", behaviour: {} });
    for (const condition of CONDITIONS.filter(({ name }) => ONLY?.includes(name) ?? true)) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(world, condition));
      say(
        line(
          condition.name,
          FIGURES.map((figure) => tell(condition.name, figure, rounds)),
        ),
      );
    }
    await measureRecovery(world);
    if (MANY > 0) await measureMany(world, service);
  } finally {
    await browser.close();
    await production.close();
    await Promise.all([service.stop(), front.stop()]);
  }
}

/** From the moment at which a dead service answers again until an open list says no more that it does not. */
async function measureRecovery({ front, production, browser, survey }: World): Promise<void> {
  await production.behave({});
  const page = await openPage(browser, front);
  const line = page.getByRole("status").filter({ hasText: "has not responded since" });
  const rounds: Moment[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await production.behave({});
    await waitUntilWell(page, front, survey);
    await production.behave({ mode: "down" });
    await callInVain(page, front);
    await page.goto(`${front.url}/surveys?view=all`);
    await line.waitFor();
    await production.behave({});
    const since = performance.now();
    await line.waitFor({ state: "hidden" });
    rounds.push({ ms: performance.now() - since, refused: false });
  }
  const all = rounds.map((moment) => inSeconds([moment])).join(", ");
  say(`\nFrom a dead service's first answer until an open list says so, seconds: ${inSeconds(rounds)} (${all})`);
  await page.context().close();
}

/** As often as it takes until nothing is sent any more. */
async function callInVain(page: Page, { url }: Instance): Promise<void> {
  for (let call = 0; call < 4; call += 1) await page.request.get(`${url}/api/demand/surveys?ids=none`);
}

/** Lists of a dead service's copy: as they open, found and ordered. */
const LISTS = { list: "", search: "&search=brand", sort: "&sort=-offered_price_per_complete" };

/** So many surveys at the service, all of them in the copy, and then the service is dead. */
async function measureMany({ front, production, browser }: World, service: Instance): Promise<void> {
  await production.behave({});
  const args = ["--conditions", "react-server", "--import", "tsx", "lib/start/demo.ts", "--surveys", String(MANY)];
  const env = { ...process.env, ENV_FILE: "", DATA_DIR: service.dataDir };
  await promisify(execFile)(process.execPath, args, { env });
  const page = await openPage(browser, front);
  await page.request.post(`${front.url}/api/settings/connection/copy`, { data: {} });
  for (let total = 0; total < MANY; await sleep(1000)) {
    const reply = await page.request.get(`${front.url}/api/demand/surveys?sort=name&page_size=1`);
    total = reply.ok() ? (await reply.json()).total_surveys : 0;
  }
  await production.behave({ mode: "down" });
  await callInVain(page, front);
  say(`\nA copy of ${MANY.toLocaleString("en")} surveys while the service is down, seconds, median of ${ROUNDS}:`);
  const rows = page.getByRole("table", { name: "Surveys" }).getByRole("link").first();
  for (const [name, query] of Object.entries(LISTS)) {
    const openings: Opening[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const address = `${front.url}/surveys?view=all${query}`;
      openings.push(await timeOpening(page, address, rows, page.getByLabel("Search surveys")));
    }
    const of = (figure: keyof Opening) => inSeconds(openings.map((opening) => momentOf(opening[figure])));
    say(line(name, [of("byte"), of("shown"), of("live")]));
  }
  await page.context().close();
}

const momentOf = (seen: Seen): Moment | null => (seen === "not tried" ? null : seen);

const WIDTH = 16;
const line = (name: string, cells: readonly string[]) =>
  [name.padEnd(12), ...cells.map((cell) => cell.padStart(WIDTH))].join("");

function tell(condition: string, figure: Figure, rounds: Round[]): string {
  const tried = rounds.map((round) => round[figure]).filter((each) => each !== "not tried");
  const before = BEFORE[condition]?.[figure];
  return `${tried.length === 0 ? "–" : inSeconds(tried)}${before ? ` (${before})` : ""}`;
}

function inSeconds(tried: (Moment | null)[]): string {
  const middle = median(tried.map((each) => each?.ms ?? Number.POSITIVE_INFINITY));
  if (middle > PATIENCE_MS * 2) return `>${PATIENCE_MS / 1000}`;
  return `${(middle / 1000).toFixed(2)}${tried.some((each) => each?.refused) ? "!" : ""}`;
}

/** A survey to open and save, and a first copy. */
async function prepare({ url }: Instance): Promise<string> {
  const api = await signInApi(url, WHO);
  const { id } = await makeSurvey(api, { name: "Measured survey" });
  const reply = await api.get("/api/demand/surveys?sort=name&page_size=1");
  if (!reply.ok()) throw new Error(`There is no copy: ${await reply.text()}`);
  return id;
}

async function measure(world: World, { behaviour }: Condition): Promise<Round> {
  const { front, production, browser, survey } = world;
  await production.behave({});
  const page = await openPage(browser, front);
  await waitUntilWell(page, front, survey);
  await ageCopy(front);
  await production.behave(behaviour);
  const rows = page.getByRole("table", { name: "Surveys" }).getByRole("link").first();
  const list = await timeOpening(page, `${front.url}/surveys?view=all`, rows, page.getByLabel("Search surveys"));
  const field = page.getByLabel("Respondents");
  const one = await timeOpening(page, `${front.url}/surveys/${survey}`, field, field);
  const save = await timeSave(world, page, behaviour);
  await page.context().close();
  return {
    ...{ "list byte": list.byte, "list rows": list.shown, "list live": list.live },
    ...{ "survey byte": one.byte, survey: one.shown, "survey live": one.live },
    ...{ "Save… words": save.words, "Save… ready": save.ready, saved: save.saved },
  };
}

async function openPage(browser: Browser, { url }: Instance): Promise<Page> {
  const api = await signInOnceWell(url);
  const context = await browser.newContext({ storageState: { cookies: api.cookies(), origins: [] } });
  await context.addInitScript(KEEP_NAMES);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** The round before may have left a service behind that is taken for absent. */
async function signInOnceWell(url: string): Promise<Awaited<ReturnType<typeof signInApi>>> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await signInApi(url, WHO);
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(500);
    }
  }
}

/** What the round before left behind (a limit, a service taken for absent) is over. */
async function waitUntilWell(page: Page, { url }: Instance, survey: string): Promise<void> {
  for (;;) {
    const reply = await page.request.get(`${url}/api/demand/surveys?ids=${survey}`);
    if (reply.ok()) return;
    await sleep(500);
  }
}

async function ageCopy({ dataDir }: Instance): Promise<void> {
  const sql = openStore(dataDir);
  await sql`update survey_copy_runs set as_of = now() - interval '10 minutes', asked_at = begun_at, running_until = null`;
  await sql.end();
}

type Opening = { byte: Seen; shown: Seen; live: Seen };

/** Opens an address; `live`: when `control` answers. */
async function timeOpening(page: Page, address: string, wanted: Locator, control: Locator): Promise<Opening> {
  const since = performance.now();
  const elapsed = (refused: boolean) => ({ ms: performance.now() - since, refused });
  try {
    await page.goto(address, { waitUntil: "commit" });
  } catch {
    return { byte: null, shown: "not tried", live: "not tried" };
  }
  const byte = { ms: await page.evaluate(firstByteMs), refused: false };
  const shown = await firstOf(wanted, failure(page));
  const seen = shown && elapsed(shown === "failure");
  if (shown !== "wanted") return { byte, shown: seen, live: "not tried" };
  return { byte, shown: seen, live: (await isTakenOver(control)) ? elapsed(false) : null };
}

/** As the browser timed it, without what it takes itself to begin. */
function firstByteMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart - navigation.requestStart : 0;
}

const failure = (page: Page) => page.locator("main").getByRole("alert").first();

/** Which of them shows up first; null: neither in time. */
async function firstOf(wanted: Locator, other: Locator): Promise<"wanted" | "failure" | null> {
  const first = wanted.or(other).first();
  try {
    await first.waitFor({ timeout: PATIENCE_MS });
  } catch {
    return null;
  }
  return (await wanted.isVisible()) ? "wanted" : "failure";
}

/** What is typed before the page has taken over what the server drew is lost. */
async function isTakenOver(control: Locator): Promise<boolean> {
  const look = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (await control.evaluate(look)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

type Save = { words: Seen; ready: Seen; saved: Seen };

/** A save from an editor that was opened while the service was well. */
async function timeSave({ front, production, survey }: World, page: Page, behaviour: Behaviour): Promise<Save> {
  await production.behave({});
  await waitUntilWell(page, front, survey);
  await page.goto(`${front.url}/surveys/${survey}`);
  const field = page.getByLabel("Respondents");
  await isTakenOver(field);
  await field.fill(String(100 + Math.floor(Math.random() * 10_000)));
  await production.behave(behaviour);
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  const words = dialog.getByRole("alert").or(dialog.getByRole("status")).or(dialog.getByRole("table")).first();
  let since = performance.now();
  const elapsed = (refused: boolean) => ({ ms: performance.now() - since, refused });
  await page.getByRole("button", { name: "Save…" }).click();
  const isWorded = await words.waitFor().then(
    () => true,
    () => false,
  );
  if (!isWorded) return { words: null, ready: "not tried", saved: "not tried" };
  const worded = elapsed(false);
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  const ready = await firstOf(save, dialog.getByRole("alert").first());
  const shown = ready && elapsed(ready === "failure");
  if (ready !== "wanted") return { words: worded, ready: shown, saved: "not tried" };
  since = performance.now();
  await save.click();
  const outcome = await firstOf(page.getByText(/^“.*” was saved\.$/), dialog.getByRole("alert").first());
  return { words: worded, ready: shown, saved: outcome && elapsed(outcome === "failure") };
}
