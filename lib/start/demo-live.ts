import { randomInt } from "node:crypto";
import { env, publicUrl } from "@/lib/env";
import { logger } from "@/lib/logger";
import { DEMO_ENTRY } from "@/lib/start/demo-surveys";
import { simulateFielding } from "@/lib/start/simulate-fielding";
import { db } from "@/lib/stores/postgres/client";
import { isDemoRemoved } from "@/lib/stores/postgres/demo-data";
import { keepSessionsUnlessChosen } from "@/lib/stores/postgres/kept-sessions";
import { newestLiveSurvey } from "@/lib/stores/postgres/survey-names";

/** An interview of ten minutes takes one: numbers move while somebody looks. */
const SPEED = 10;

/**
 * Sends one more respondent through the newest of the live surveys that came with the demo, as anybody would come, so
 * that a newcomer sees it fill, and its project's answers with it. Their interview goes on when this returns.
 */
export async function fieldDemo(): Promise<void> {
  if (await isDemoRemoved(db())) return;
  const survey = await newestLiveSurvey(db(), { email: "manager@demo.test", entryLink: DEMO_ENTRY });
  if (!survey) return;
  await keepSessionsUnlessChosen(db(), survey);
  const simulation = {
    ...{
      survey,
      supplier: "direct",
      respondents: 1,
      concurrency: 1,
      speed: SPEED,
      hours: 0,
      incidence: 0.7,
      minutes: 8,
    },
    ...{ hashKey: "demo-hash-key", seed: randomInt(1, 2_000_000_000) },
    url: `http://127.0.0.1:${env.PORT}`,
    signedAs: publicUrl(),
  };
  simulateFielding(simulation).catch((error: unknown) => {
    logger.debug({ err: error }, "a demo respondent did not get through");
  });
}
