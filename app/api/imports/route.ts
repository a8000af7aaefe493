import { importJob } from "@/lib/answers/imports/import-answers";
import { listImports } from "@/lib/answers/imports/imports";
import * as contract from "@/lib/contracts/ours/imports";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listImports,
  handle: async ({ context, input }) => ({ body: await listImports(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.startImport,
  handle: async ({ context, input }) => ({ body: await startJob(context, await importJob(context, input.body)) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
