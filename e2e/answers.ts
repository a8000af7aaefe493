import * as z from "zod";
import { guessImport } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { expect, retryUntilPassing } from "./expect";
import type { HttpSession } from "./http-session";

const idReply = z.object({ id: z.string() });
const jobsReply = z.object({ jobs: z.array(z.object({ id: z.string(), finished_at: z.string().nullable() })) });

/** Imports a CSV into a project as a person does who takes every guess, and waits until it is visible. */
export async function importAnswers(
  api: HttpSession,
  project: string,
  csv: string,
  mode: ImportMode = "append",
): Promise<void> {
  const sent = await api.post(
    `/api/imports/files?${new URLSearchParams({ project_id: project, name: "answers.csv" })}`,
    {
      data: Buffer.from(csv),
      headers: { "content-type": "application/octet-stream" },
    },
  );
  expect(sent.status(), await sent.text()).toBe(201);
  const file = idReply.parse(await sent.json()).id;
  const guess = await api.post("/api/imports/guess", { data: { file } });
  const { plan } = guessImport.reply.parse(await guess.json());
  const begun = await api.post("/api/imports", { data: { file, plan, mode } });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = idReply.parse(await begun.json());
  await retryUntilPassing(async () => {
    const { jobs } = jobsReply.parse(await (await api.get("/api/jobs")).json());
    expect(jobs.find((job) => job.id === id)?.finished_at).not.toBeNull();
  });
}
