import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  getProjectSessions,
  importSessions,
  keepSessions,
  type ProjectSessionsView,
} from "@/lib/contracts/ours/imports";
import type { Job } from "@/lib/contracts/ours/jobs";
import { on, renderPage, serve } from "../test-page";
import { SessionsSection } from "./sessions-section";

const sessions: ProjectSessionsView = {
  ...{ refusal: null, completes: 1204, keeps: false, problem: null, is_current: false },
  imported: { rows: 1000, at: "2026-03-01T10:00:00.000Z" },
};

const page = (change: Partial<ProjectSessionsView> = {}, mayWrite = true) => {
  const onStarted = vi.fn();
  const job: Job = {
    ...{ id: "5f0e4b1c-1111-4111-8111-000000000001", kind: "import answers", title: "Import sessions into Tea" },
    ...{ state: "waiting", total: 1, counts: { waiting: 1 }, undo_of: null, undone_by: null, can_undo: false },
    ...{
      undo_question: null,
      changes_figures: true,
      result: "file",
      created_at: "2026-03-01T10:00:00.000Z",
      finished_at: null,
    },
  };
  const calls = serve(
    on(getProjectSessions, () => ({ ...sessions, ...change })),
    on(keepSessions, ({ body }) => ({ ...sessions, ...(body as { keeps: boolean }) })),
    on(importSessions, () => job),
  );
  return { ...renderPage(<SessionsSection projectId="p" {...{ mayWrite, onStarted }} />), calls, onStarted };
};

test("sessions that are new are told and imported when asked; by themselves once that is switched on", async () => {
  const { user, calls, onStarted } = page();
  expect(
    await screen.findByText(/^1,204 completed sessions\. The newest import was on .*changed since\.$/),
  ).toBeDefined();
  await user.click(screen.getByRole("switch", { name: /^Keep sessions in the answers/ }));
  expect(calls.find(({ name }) => name === "keepSessions")?.body).toEqual({ project_id: "p", keeps: true });
  await expect.poll(() => (screen.getByRole("switch") as HTMLInputElement).checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "Import sessions" }));
  await expect.poll(() => onStarted).toHaveBeenCalledWith("5f0e4b1c-1111-4111-8111-000000000001");
});

test("the import is disabled, with the reason, when nothing is new or another service fields the surveys", async () => {
  const { user, calls, unmount } = page({ is_current: true });
  const button = await screen.findByRole("button", { name: "Import sessions" });
  expect(button.getAttribute("data-tip")).toBe("The answers have all completed sessions already.");
  await user.click(button);
  unmount();
  const elsewhere = page({ refusal: "Northwind fields its surveys itself." });
  expect((await screen.findAllByText("Northwind fields its surveys itself."))[0]).toBeDefined();
  expect((screen.getByRole("switch") as HTMLInputElement).disabled).toBe(true);
  await elsewhere.user.click(screen.getByRole("button", { name: "Import sessions" }));
  for (const made of [calls, elsewhere.calls]) expect(made.map(({ name }) => name)).toEqual(["getProjectSessions"]);
});

test("why sessions stay out of the answers is shown where they are kept", async () => {
  page({ keeps: true, problem: "Question “session_age” is single in the project." });
  expect(await screen.findByText("Question “session_age” is single in the project.")).toBeDefined();
});
