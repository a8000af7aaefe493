import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { findOrInstallChromium } from "../chromium";
import { type Instance, startInstance } from "../instance";
import { DEMO_PASSWORD } from "../sign-in";
import { median, say } from "./figures";
import { sessionOf } from "./person";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FEW = 1000;
const MANY = 100_000;
const ROUNDS = 3;

/** Rare and frequent ones, of one to three letters, that match nothing, with wildcards, and whole ids (added below). */
const TEXTS = [
  ..."abceqz19%".split(""),
  ..."br,us,wa,zq,xy,12,s %,ve".split(","),
  ..."tra,wav,sof,fit,ing,zzz,cel,38 ".split(","),
  ...["brand", "brand tracker", "segmentation", "wave 12", "drinks 6", "habits streaming", "usage and attitude", "DE"],
  ...[
    "pricing study travel",
    "DR-10",
    "manager@",
    "zebra crossing",
    "no such survey",
    "wave 1999",
    "50%",
    "back\\slash",
  ],
];

/** The palette against itself at a hundredth of the surveys: from a key to its results, and the server's part. */
export async function run(): Promise<void> {
  const few = await startInstance();
  const many = await startInstance();
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    say(`Seeding ${MANY.toLocaleString("en")} surveys…`);
    await seed(few, FEW);
    await seed(many, MANY);
    tell("server, ms from request to reply", await serverMs(few), await serverMs(many));
    tell("palette, ms from key to results shown", await paletteMs(browser, few), await paletteMs(browser, many));
  } finally {
    await browser.close();
    await Promise.all([few.stop(), many.stop()]);
  }
}

async function seed({ dataDir }: Instance, surveys: number): Promise<void> {
  const args = ["--conditions", "react-server", "--import", "tsx", "lib/start/demo.ts", "--surveys", String(surveys)];
  const env = { ...process.env, ENV_FILE: "", DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
}

/** The texts, and ids of surveys that are there. */
async function textsOf({ url }: Instance): Promise<string[]> {
  const headers = await sessionOf(url, "manager@demo.test");
  const reply = await fetch(`${url}/api/demand/surveys?page_size=5&fields=name`, { headers });
  const { surveys } = (await reply.json()) as { surveys: { id: string }[] };
  return [...TEXTS, ...surveys.map(({ id }) => id)];
}

async function serverMs(instance: Instance): Promise<number[]> {
  const headers = await sessionOf(instance.url, "manager@demo.test");
  const texts = await textsOf(instance);
  const measured: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const text of texts) {
      const begun = performance.now();
      const reply = await fetch(`${instance.url}/api/search?text=${encodeURIComponent(text)}`, { headers });
      const json = await reply.text();
      if (!reply.ok) throw new Error(`“${text}” was answered with ${reply.status}: ${json}`);
      if (round > 0) measured.push(performance.now() - begun);
    }
  }
  return measured;
}

/** Each text at once into the open field, as pasted; the last key of a typed one takes the same way. */
async function paletteMs(browser: Browser, instance: Instance): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(`${instance.url}/sign-in`, { waitUntil: "networkidle" });
  await page.getByLabel("E-mail").fill("manager@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Surveys" }).waitFor();
  await page.goto(`${instance.url}/settings`, { waitUntil: "networkidle" });
  await page.evaluate("globalThis.__name = (f) => f");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).waitFor();
  const measured: number[] = [];
  for (const text of await textsOf(instance)) measured.push(await page.evaluate(typeAndWait, text));
  await page.close();
  return measured.slice(3);
}

/** In the page: milliseconds from the key until the number of results is said, which is when they are drawn. */
async function typeAndWait(text: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>("[role=combobox][aria-controls=palette-list]");
  const status = document.querySelector("[role=dialog] [role=status]");
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  if (!field || !status || !write) throw new Error("The palette is not open.");
  const put = (value: string) => {
    write.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(requestAnimationFrame);
  };
  put("");
  await until(() => status.textContent === "");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begun = performance.now();
  put(text);
  await until(() => status.textContent !== "");
  return performance.now() - begun;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function tell(what: string, few: number[], many: number[]): void {
  say(`\n${what}, ${many.length} searches; median, 98th percentile, worst:`);
  for (const [surveys, values] of [
    [FEW, few],
    [MANY, many],
  ] as const) {
    const [middle, late, worst] = [median(values), percentile(values, 0.98), Math.max(...values)];
    say(
      `  ${surveys.toLocaleString("en").padStart(7)} surveys  ${[middle, late, worst].map((ms) => ms.toFixed(0)).join(", ")}`,
    );
  }
  const ratio = percentile(many, 0.98) / percentile(few, 0.98);
  say(`  ratio of the 98th percentiles  ${ratio.toFixed(2)}   (aim: 2 or less)`);
}
