import "@/lib/start/environment-file";
import { parseArgs } from "node:util";
import { runCommand } from "@/lib/start/command";
import { StartError, say } from "@/lib/start/say";

const MAX_SURVEYS = 1_000_000;

function askedSurveys(): number {
  const usage = `Say how many surveys the demo shall have: npm run demo -- --surveys N, with N from 1 to ${MAX_SURVEYS.toLocaleString("en")}.`;
  try {
    const { values } = parseArgs({ options: { surveys: { type: "string" } } });
    const surveys = Number(values.surveys);
    if (Number.isInteger(surveys) && surveys >= 1 && surveys <= MAX_SURVEYS) return surveys;
  } catch {
    // An unknown option gets the same sentence.
  }
  throw new StartError(usage);
}

/** `npm run demo -- --surveys 100000`: adds demo surveys to a running installation that holds nothing else. */
await runCommand(async () => {
  const surveys = askedSurveys();
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { demoAllowed } = await import("@/lib/env");
  const { runningDatabaseUrl, useRunningSecret } = await import("@/lib/start/running-database");
  const { seedDemo } = await import("@/lib/start/demo-data");
  if (!demoAllowed()) {
    throw new StartError(
      "Demo data are not allowed here: others can reach it, by HOST, PUBLIC_URL or a proxy. Set DEMO=1 to allow them.",
    );
  }
  useRunningSecret();
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1000).toFixed(1);
  let told = 0;
  const onProgress = (present: number) => {
    if (Date.now() - told < 1000) return;
    told = Date.now();
    say(`${present.toLocaleString("en")} of ${surveys.toLocaleString("en")} surveys, ${seconds()} s`);
  };
  const added = await seedDemo(runningDatabaseUrl(), { surveys, onProgress });
  if (added.surveys === 0) say("The demo account has that many surveys already; nothing was added.");
  else {
    const counts = `${added.surveys.toLocaleString("en")} surveys and ${added.responses.toLocaleString("en")} responses`;
    say(`Added ${counts} in ${seconds()} s.`);
  }
});
