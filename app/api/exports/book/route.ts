import { exportBook as operation } from "@/lib/contracts/ours/exports";
import { bookJob } from "@/lib/exports/start-book";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => {
    const { id, title } = await startJob(context, await bookJob(context, input.body));
    return { body: { job: { id, title } } };
  },
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
