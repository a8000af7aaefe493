import { sessionsJob } from "@/lib/answers/imports/import-answers";
import { getProjectSessions, keepSessions } from "@/lib/answers/sessions/kept-sessions";
import * as contract from "@/lib/contracts/ours/imports";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getProjectSessions,
  handle: async ({ context, input }) => ({ body: await getProjectSessions(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.importSessions,
  handle: async ({ context, input }) => ({
    body: await startJob(context, await sessionsJob(context, input.body.project_id)),
  }),
});

export const PATCH = route({
  operation: contract.keepSessions,
  handle: async ({ context, input }) => ({ body: await keepSessions(context, input.body) }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
