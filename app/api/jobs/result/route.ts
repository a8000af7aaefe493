import { jobResultFile as operation } from "@/lib/contracts/ours/jobs";
import { jobResultFile } from "@/lib/jobs/control-job";
import { refuse, route } from "@/lib/routes/route";
import { jobKinds } from "@/lib/start/job-kinds";

export const GET = route({
  operation,
  handle: async ({ context, input }) => ({ file: await jobResultFile(context, jobKinds, input.query.id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
