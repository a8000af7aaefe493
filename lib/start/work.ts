import "server-only";
import { clearLeftOverAnswers } from "@/lib/answers/clear-left-over";
import { detachUnusedAnswers } from "@/lib/answers/detach-unused";
import { forgetOldFiles } from "@/lib/answers/imports/sent-files";
import { importNewSessions } from "@/lib/answers/sessions/import-new-sessions";
import { exportEntries } from "@/lib/audit/export-entries";
import { forgetEntries } from "@/lib/audit/forget-entries";
import { sealEntries } from "@/lib/audit/seal";
import { changeActivation } from "@/lib/duplicates/change-activation";
import { demoAllowed, detachDays, env } from "@/lib/env";
import { connections } from "@/lib/gateway/connections";
import { probeServices } from "@/lib/gateway/probe-services";
import { refreshes } from "@/lib/gateway/refreshes";
import { repeatedly } from "@/lib/jobs/repeatedly";
import { jobRuns } from "@/lib/jobs/runs";
import { logger } from "@/lib/logger";
import { scoreWaiting } from "@/lib/service/quality/scoring-queue";
import { watchSoftLaunches } from "@/lib/soft-launches/watch-soft-launches";
import { forgetSelectors } from "@/lib/stores/postgres/activation-history";
import { forgetIdentifiers } from "@/lib/stores/postgres/activation-records";
import { forgetCheckReplies } from "@/lib/stores/postgres/check-replies";
import { db } from "@/lib/stores/postgres/client";
import { forgetOldWrites } from "@/lib/stores/postgres/credential-writes";
import { forgetOldDrafts } from "@/lib/stores/postgres/drafts";
import { expireOldSessions, forgetRefusedReturns } from "@/lib/stores/postgres/fielding";
import { forgetFraudIdentifiers } from "@/lib/stores/postgres/fraud";
import { forgetOldKeys } from "@/lib/stores/postgres/idempotency";
import { forgetOldJobs, JOBS_CHANNEL } from "@/lib/stores/postgres/jobs";
import { forgetOldReads } from "@/lib/stores/postgres/last-reads";
import { listen } from "@/lib/stores/postgres/listen";
import { deleteExpiredSessions } from "@/lib/stores/postgres/people";
import { QUALITY_CHANNEL } from "@/lib/stores/postgres/quality";
import { forgetOldLimits } from "@/lib/stores/postgres/rate-limits";
import { forgetOldSamlSignIns } from "@/lib/stores/postgres/saml-sign-ins";
import { COPY_CHANNEL, forgetOldCopies } from "@/lib/stores/postgres/survey-copy-runs";
import { completeOverdueSurveys } from "@/lib/stores/postgres/surveys";
import { beatWorkerPulse, forgetOldPulses } from "@/lib/stores/postgres/worker-pulse";
import { addDemoAnswers } from "./demo-answers";
import { fieldDemo } from "./demo-live";
import { jobKinds } from "./job-kinds";

/** Of the clock of rounds that somebody may wait for. */
const SECOND = 1000 / env.WORKER_SPEED;
const MINUTE = 60_000;
const DRAFTS_KEPT_DAYS = 90;

/**
 * All work of the worker process; resolves, when it has begun, to how to stop it. Each piece outlives a database
 * that goes away: its round fails and the next one finds it back. Rejects when CONNECTIONS is unusable.
 */
export async function startWork(workerId: string): Promise<() => Promise<void>> {
  connections();
  const copies = refreshes();
  const stopping = new AbortController();
  const pieces = [
    repeatedly("pulse", 5 * SECOND, () => beatWorkerPulse(db(), workerId)),
    repeatedly("overdue surveys", 15 * SECOND, () => completeOverdueSurveys(db(), crypto.randomUUID())),
    repeatedly("expired sessions", 60 * SECOND, () => expireOldSessions(db())),
    repeatedly("soft launches", 5 * SECOND, () => watchSoftLaunches()),
    repeatedly("service probes", 2 * SECOND, () => probeServices()),
    // Tests find their own port, and nobody's numbers move under them.
    ...(demoAllowed() && env.PORT !== 0
      ? [
          repeatedly("demo respondents", 40_000, fieldDemo),
          repeatedly("demo answers", 10 * MINUTE, () => addDemoAnswers(stopping.signal)),
        ]
      : []),
    repeatedly("left-over answers", 10 * MINUTE, async () => {
      await forgetOldFiles();
      await clearLeftOverAnswers();
    }),
    repeatedly("sessions in answers", 10 * MINUTE, () => importNewSessions()),
    repeatedly("unused answers", 10 * MINUTE, async () => {
      await detachUnusedAnswers(detachDays());
    }),
    repeatedly("personal identifiers", MINUTE, forgetPersonal),
    // An export that fails does not keep entries from being sealed.
    repeatedly("audit seals", 60 * SECOND, sealEntries),
    repeatedly("audit export", 15 * SECOND, exportEntries),
    repeatedly("clearing", 10 * MINUTE, async () => {
      await forgetEntries();
      await deleteExpiredSessions(db());
      await forgetOldSamlSignIns(db());
      await forgetOldKeys(db());
      await forgetOldLimits(db());
      await forgetOldCopies(db());
      await forgetOldReads(db());
      await forgetOldPulses(db());
      await forgetOldWrites(db());
      await forgetOldDrafts(db(), DRAFTS_KEPT_DAYS);
      await forgetRefusedReturns(db());
      for (const { kind, keptDays } of Object.values(jobKinds)) {
        if (keptDays !== undefined) await forgetOldJobs(db(), kind, keptDays);
      }
    }),
  ];
  // Notifications make it quick; looking makes it sure.
  const looking = repeatedly("survey copies", 3 * SECOND, () => copies.begin(() => looking.wake()));
  const stopListening = await listenOrLook(COPY_CHANNEL, looking.wake);
  const jobs = jobRuns(jobKinds);
  const lookingForJobs = repeatedly("jobs", 3 * SECOND, () => jobs.begin(() => lookingForJobs.wake()));
  const stopListeningForJobs = await listenOrLook(JOBS_CHANNEL, lookingForJobs.wake);
  const lookingForRespondents = repeatedly("respondents to score", 3 * SECOND, () => scoreWaiting(stopping.signal));
  const stopListeningForRespondents = await listenOrLook(QUALITY_CHANNEL, lookingForRespondents.wake);
  return async () => {
    stopping.abort();
    await Promise.all([
      stopListeningForRespondents(),
      lookingForRespondents.stop(),
      stopListeningForJobs(),
      jobs.stop(),
      lookingForJobs.stop(),
      stopListening(),
      copies.stop(),
      ...[...pieces, looking].map((piece) => piece.stop()),
    ]);
  };
}

/** What says something of a person is kept for the days that are set, however much there is to remove at once. */
async function forgetPersonal(): Promise<void> {
  await forgetSelectors(db(), changeActivation.kind, env.IDENTIFIER_DAYS);
  while ((await forgetIdentifiers(db(), env.IDENTIFIER_DAYS)) > 0);
  while ((await forgetFraudIdentifiers(db(), env.IDENTIFIER_DAYS)) > 0);
  while ((await forgetCheckReplies(db(), env.IDENTIFIER_DAYS)) > 0);
}

const listenOrLook = (channel: string, wake: () => void) =>
  listen(channel, wake).catch((error: unknown) => {
    logger.warn({ err: error }, "the worker cannot listen and looks every few seconds instead");
    return async () => {};
  });
