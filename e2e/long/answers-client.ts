import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { importPlanSchema } from "@/lib/contracts/interfaces/answers";
import { exportBook } from "@/lib/contracts/ours/exports";
import { getCheck, listImports } from "@/lib/contracts/ours/imports";
import { sessionOf } from "../bench/person";

const withId = z.object({ id: z.string() });
const stepsReply = z.object({ items: z.array(z.object({ state: z.string(), message: z.string().nullable() })) });
const guessReply = z.object({ plan: importPlanSchema, problems: z.array(z.string()) });
const jobsReply = z.object({
  jobs: z.array(
    z.object({ id: z.string(), finished_at: z.string().nullable(), counts: z.record(z.string(), z.number()) }),
  ),
});
const projectsReply = z.object({ projects: z.array(withId) });

type Plan = z.output<typeof importPlanSchema>;

const LOOK_EVERY_MS = 500;

/** Does what the page of answers does, as the demo's analyst; throws what is refused or not answered. */
export async function openAnswersClient(base: () => string) {
  const session = await sessionOf(base(), "analyst@demo.test");
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...session, origin: base(), ...init.headers };
    const reply = await fetch(base() + path, { ...init, headers });
    if (!reply.ok) throw new Error(`${path.split("?")[0]}: ${reply.status} ${(await reply.text()).slice(0, 500)}`);
    return reply;
  };
  const call = async (path: string, init?: RequestInit): Promise<unknown> => (await ask(path, init)).json();
  const post = (path: string, body: unknown, method = "POST") =>
    call(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const stepOf = async (job: string) => stepsReply.parse(await call(`/api/jobs/items?id=${job}`)).items[0];

  return {
    /** Of the demo data, by its place from 0. */
    async project(place: number): Promise<string> {
      const found = projectsReply.parse(await call(`/api/demand/projects?page_size=${place + 1}`)).projects[place];
      if (!found) throw new Error("The demo data holds too few projects.");
      return found.id;
    },
    async send(project: string, name: string, body: Blob | string): Promise<string> {
      const query = new URLSearchParams({ project_id: project, name });
      const headers = { "content-type": "application/octet-stream" };
      return withId.parse(await call(`/api/imports/files?${query}`, { method: "POST", headers, body })).id;
    },
    guess: async (file: string) => guessReply.parse(await post("/api/imports/guess", { file })),
    async check(file: string, plan: Plan) {
      const { id } = withId.parse(await post("/api/imports/checks", { file, plan, mode: "append" }));
      for (;;) {
        const check = getCheck.reply.parse(await call(`/api/imports/checks?id=${id}`));
        if (check.is_over) return check;
        await sleep(LOOK_EVERY_MS);
      }
    },
    /** Asked again with the same id, it is the same import. */
    async start(file: string, plan: Plan, mode = "append", request_id: string = crypto.randomUUID()): Promise<string> {
      return withId.parse(await post("/api/imports", { file, plan, mode, request_id })).id;
    },
    stepOf,
    retry: (job: string) => post("/api/jobs", { id: job, action: "retry" }, "PATCH"),
    async ended(job: string) {
      for (;;) {
        const step = await stepOf(job);
        if (step && !["waiting", "running"].includes(step.state)) return step;
        await sleep(LOOK_EVERY_MS);
      }
    },
    async startBook(table: Record<string, string>): Promise<string> {
      const { job } = exportBook.reply.parse(await post("/api/exports/book", { table }));
      return job.id;
    },
    /** How many steps of a piece of work ended how; null while it goes on. */
    async outcomes(job: string): Promise<Partial<Record<string, number>> | null> {
      const found = jobsReply.parse(await call("/api/jobs")).jobs.find(({ id }) => id === job);
      if (!found) throw new Error("The work is not in the list.");
      return found.finished_at === null ? null : found.counts;
    },
    result: async (job: string) => Buffer.from(await (await ask(`/api/jobs/result?id=${job}`)).arrayBuffer()),
    imports: async (project: string) =>
      listImports.reply.parse(await call(`/api/imports?project_id=${project}`)).revisions,
  };
}
