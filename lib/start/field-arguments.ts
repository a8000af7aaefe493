import { parseArgs } from "node:util";
import { StartError } from "@/lib/start/say";
import type { Simulation } from "@/lib/start/simulate-fielding";

const USAGE = `npm run field -- --survey ID [--respondents N] [--concurrency N] [--supplier CODE] [--hours N] [--speed N]
    [--incidence PERCENT] [--minutes N] [--hash-key KEY] [--seed N] [--url ADDRESS]

  --hours      simulated hours over which respondents come, more of them by day (default 8)
  --speed      simulated minutes in a real one; left out, nobody waits for anything`;

const options = {
  survey: { type: "string" },
  respondents: { type: "string", default: "1000" },
  concurrency: { type: "string", default: "20" },
  supplier: { type: "string", default: "direct" },
  hours: { type: "string", default: "8" },
  speed: { type: "string" },
  incidence: { type: "string", default: "60" },
  minutes: { type: "string", default: "10" },
  "hash-key": { type: "string", default: "demo-hash-key" },
  seed: { type: "string", default: "1" },
  url: { type: "string" },
} as const;

function split(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function numberOf(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= low && value <= high) return value;
  throw new StartError(`--${name} must be a number from ${low} to ${high.toLocaleString("en")}.`);
}

const wholeOf = (name: string, text: string, low: number, high: number) => Math.floor(numberOf(name, text, low, high));

/** What a command line asks for. @throws StartError with a sentence that a person can act on */
export function parseFieldArguments(args: string[], usualUrl: string): Simulation {
  const values = split(args);
  const { survey, supplier, url = usualUrl } = values;
  if (survey === undefined) throw new StartError(`Say which survey respondents enter:\n\n${USAGE}`);
  if (!URL.canParse(url) || new URL(url).protocol !== "http:") throw new StartError("--url must be an http address.");
  return {
    ...{ survey: survey.trim().toLowerCase(), supplier, hashKey: values["hash-key"] },
    ...{ url: url.replace(/\/+$/, ""), signedAs: usualUrl },
    respondents: wholeOf("respondents", values.respondents, 1, 10_000_000),
    concurrency: wholeOf("concurrency", values.concurrency, 1, 1000),
    hours: numberOf("hours", values.hours, 0.1, 1000),
    speed: values.speed === undefined ? null : numberOf("speed", values.speed, 0.1, 100_000),
    incidence: numberOf("incidence", values.incidence, 1, 100) / 100,
    minutes: numberOf("minutes", values.minutes, 0.1, 240),
    seed: wholeOf("seed", values.seed, 0, 2_000_000_000),
  };
}
