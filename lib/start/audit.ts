import "@/lib/start/environment-file";
import { parseAuditArguments } from "@/lib/start/audit-arguments";
import { runCommand } from "@/lib/start/command";
import { StartError, say } from "@/lib/start/say";

/** `npm run audit -- verify`: whether the audit is as it was sealed. */
await runCommand(async () => {
  const { noted } = parseAuditArguments(process.argv.slice(2));
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { env } = await import("@/lib/env");
  const { runningDatabaseUrl, useRunningSecret } = await import("@/lib/start/running-database");
  const { db } = await import("@/lib/stores/postgres/client");
  const { verifyAudit } = await import("@/lib/audit/verify");
  env.DATABASE_URL = runningDatabaseUrl();
  useRunningSecret();
  const { entries, removed, last, unsealed, broken } = await verifyAudit(db(), noted);
  if (broken) throw new StartError(broken);
  say(`${entries} entries are as they were sealed.`);
  if (removed > 0) say(`The first ${removed} were removed because of their age (AUDIT_DAYS).`);
  if (unsealed > 0) say(`${unsealed} entries of more than ten minutes have no seal. Does the worker run?`);
  if (last) say(`Last seal, to be noted elsewhere and compared with --noted: ${last.place}:${last.hash}`);
});
