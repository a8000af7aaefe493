import { exportTable as operation } from "@/lib/contracts/ours/exports";
import { exportList } from "@/lib/exports/export-table";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => {
    const answer = await exportList(context, input.body);
    if ("file" in answer) return answer;
    const { id, title } = await startJob(context, answer.job);
    return { body: { job: { id, title } } };
  },
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
