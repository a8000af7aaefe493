import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import * as z from "zod";
import { findOrInstallChromium } from "../chromium";
import { type Instance, startInstance } from "../instance";
import { DEMO_PASSWORD, signInApi } from "../sign-in";
import type { PeerRow } from "./ag-grid-page";
import { startNextPeer } from "./constant-peer";
import { ratios, say, spread } from "./figures";
import { type GridUnderTest, type Timing, timeEdits, timeScrolling } from "./grid-timing";
import { KEEP_NAMES } from "./page-timing";
import { compareSaves } from "./quota-saves";

const QUOTAS = 2000;
const EDITS = 60;
const ROUNDS = 5;
const VIEWPORT = { width: 1280, height: 800 };
const PERCENTILE = 0.98;

const peerPage = fileURLToPath(new URL("ag-grid-page.tsx", import.meta.url));

/** A survey of 2,000 quotas: the grid against ag-grid with the same rows, and a save against its bare statements. */
export async function run(): Promise<void> {
  const instance = await startInstance({ env: { TOKENS_PER_HOUR: "10000" } });
  try {
    const survey = await makeSurvey(instance, QUOTAS);
    await compareGrids(instance, survey);
    await compareSaves(instance, survey);
  } finally {
    await instance.stop();
  }
}

const madeSurvey = z.object({ id: z.string() });
const question = z.object({
  id: z.number(),
  name: z.string(),
  options: z.array(z.object({ id: z.number(), text: z.string() })),
});

async function makeSurvey({ url }: Instance, count: number): Promise<string> {
  const api = await signInApi(url, { email: "manager@demo.test", password: DEMO_PASSWORD });
  const { projects } = await (await api.get("/api/demand/projects?page_size=1")).json();
  const found = await (await api.get("/api/demand/qualifications?country_code=US&page_size=500")).json();
  const questions = z.array(question).parse(found.qualifications);
  const ask = (name: string, from: number, options: number) => {
    const { id, options: all } = questions.find((each) => each.name === name) ?? { id: 0, options: [] };
    const chosen = Array.from({ length: options }, (_, at) => all[(from + at) % all.length]?.id ?? 0);
    return { question_id: id, allowed_option_ids: chosen };
  };
  const data = {
    project_id: projects[0].id,
    name: "Two thousand quotas",
    respondents: 20_000,
    country_code: "US",
    language_code: "EN",
    length_of_interview: 5,
    incidence_rate: 80,
    collects_pii: false,
    hashing_enabled: false,
    out_of_field_date: "2031-05-31 18:00:00",
    out_of_field_timezone: "(UTC-10:00) Hawaii",
    device_compatibilities: ["desktop"],
    calculation_type: "Completes",
    traffic_control_limit_type: "None",
    entry_link: "https://surveys.example/start?rid=[%RID%]",
    respondent_attributes: Array.from({ length: count }, (_, at) => ({
      quota_name: `Cell ${at + 1}`,
      quota: 10 + (at % 9),
      qualifications: [
        ask("Age", (at % 20) * 4, 4),
        ask("Gender", Math.floor(at / 20), 1),
        ask("State", Math.floor(at / 40), 1),
      ],
    })),
  };
  const made = madeSurvey.parse(await (await api.post("/api/demand/surveys", { data })).json());
  return made.id;
}

const peerRows = (): PeerRow[] =>
  Array.from({ length: QUOTAS }, (_, at) => ({
    name: `Cell ${at + 1}`,
    chips: [
      `Age ${13 + (at % 20) * 4}–${16 + (at % 20) * 4}`,
      at % 40 < 20 ? "Gender Male" : "Gender Female",
      `State ${Math.floor(at / 40)}`,
    ],
    target: 10 + (at % 9),
    saved: 10 + (at % 9),
    starts: 0,
    completes: 0,
  }));

/** The page is drawn in the browser alone: ag-grid does not draw on a server. */
const peerFiles = (): Record<string, string> => ({
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;",
  "app/page.js": `"use client";
import dynamic from "next/dynamic";
import rows from "./rows.json";
const Page = dynamic(() => import("./ag-grid-page").then((page) => page.AgGridPage), { ssr: false });
export default () => <Page rows={rows} />;`,
  "app/rows.json": JSON.stringify(peerRows()),
  "app/ag-grid-page.tsx": readFileSync(peerPage, "utf8"),
});

async function compareGrids(instance: Instance, survey: string): Promise<void> {
  const executablePath = findOrInstallChromium();
  const peer = await startNextPeer(peerFiles());
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const rounds: Record<"ours" | "theirs", Timing[]> = { ours: [], theirs: [] };
    // The first round warms up and counts for nothing.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of ["ours", "theirs"] as const) {
        const grid = side === "ours" ? await openOurs(browser, instance, survey) : await openTheirs(browser, peer.url);
        const timing = { ...(await timeEdits(grid, EDITS, round)), ...(await timeScrolling(grid)) };
        if (round > 0) rounds[side].push(timing);
        await grid.page.context().close();
      }
    }
    tellGrids(rounds.ours, rounds.theirs);
  } finally {
    await browser.close();
    peer.stop();
  }
}

async function openOurs(browser: Browser, { url }: Instance, survey: string): Promise<GridUnderTest> {
  const api = await signInApi(url, { email: "manager@demo.test" });
  const context = await browser.newContext({
    viewport: VIEWPORT,
    storageState: { cookies: api.cookies(), origins: [] },
  });
  await context.addInitScript(KEEP_NAMES);
  const page = await context.newPage();
  await page.goto(`${url}/surveys/${survey}?show=quotas`, { waitUntil: "networkidle" });
  const cell = (row: number) => `[role=grid] [aria-rowindex="${row + 2}"] [data-column=quota]`;
  await page.locator(cell(0)).waitFor();
  // What an earlier round typed is offered again; it is not what is measured.
  const offered = page.getByRole("button", { name: "Discard them" });
  if (await offered.isVisible()) await offered.click();
  return { page, cell, scroller: "[role=grid]" };
}

async function openTheirs(browser: Browser, url: string): Promise<GridUnderTest> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addInitScript(KEEP_NAMES);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const cell = (row: number) => `.ag-grid-scrolling-container [row-index="${row}"] [col-id=target]`;
  await page.locator(cell(0)).waitFor();
  return { page, cell, scroller: ".ag-grid-viewport" };
}

function percentile(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * PERCENTILE))] ?? Number.NaN;
}

function tellGrids(ours: Timing[], theirs: Timing[]): void {
  say(
    `\n98th percentiles in ms with ${QUOTAS.toLocaleString("en")} quotas, ours | ag-grid | ratio, ${ROUNDS} rounds by turns; median (lowest–highest).`,
  );
  const line = (what: string, member: keyof Timing) => {
    const [mine, peer] = [ours, theirs].map((rounds) => rounds.map((round) => percentile(round[member]))) as [
      number[],
      number[],
    ];
    say(`  ${what.padEnd(38)} ${spread(mine, 1)} | ${spread(peer, 1)} | ${spread(ratios(mine, peer), 2)}`);
  };
  line("key that begins an edit, to its paint", "typed");
  line("Enter that saves it, to its paint", "saved");
  line("time between frames while scrolling", "frames");
  line("work a frame while scrolling", "work");
}
