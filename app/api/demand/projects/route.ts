import * as demand from "@/lib/contracts/interfaces/demand";
import { writeList } from "@/lib/contracts/lenient";
import { listProjects } from "@/lib/gateway/demand-reads";
import { createProject, updateProject } from "@/lib/gateway/write-project";
import { keyIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listProjects,
  handle: async ({ context, input }) => ({
    body: writeList("projects", await listProjects(context, input.query), (project) => project),
  }),
});

export const POST = route({
  operation: demand.createProject,
  handle: async ({ context, input, headers }) => ({ body: await createProject(context, input.body, keyIn(headers)) }),
});

export const PATCH = route({
  operation: demand.updateProject,
  handle: async ({ context, input }) => ({ body: await updateProject(context, input.body) }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
