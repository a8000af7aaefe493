import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { checkImport, getCheck, startCheck, startImport, type TriedFile } from "@/lib/contracts/ours/imports";
import { controlJob, type Job } from "@/lib/contracts/ours/jobs";
import { MOST_CHECKED_BYTES } from "@/lib/contracts/terms/imports";
import { on, renderPage, serve } from "../test-page";
import { TryAndStart } from "./try-and-start";

const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [], notes: [] },
  ...{ questions: [], ignored: [], metadata: [], rowFilters: [] },
};
const none = { count: 0, first: [] };
const sure: TriedFile = {
  ...{ rows: 3, kept: 3, refused: 0, blank: 0, left_out: 0, reported: 0, notices: [], stop: null, sessions: null },
  ...{ first: { refused: [], reported: [] }, list: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e01" },
  effect: {
    ...{ now: 0, after: 3, repeated: 0, id_column: null, excluded: 0, excluded_after: 0 },
    brought: { added: 3, again: 0, gone: 0, questions: { added: 1, changed: 0, gone: 0 } },
    questions: { added: { count: 1, first: ["Q1"] }, changed: none, gone: none },
  },
};
const job: Job = {
  ...{ id: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e02", kind: "import answers", title: "Import", state: "waiting" },
  ...{ total: 1, counts: { waiting: 1 } },
  ...{ undo_of: null, undone_by: null, can_undo: false, undo_question: null, changes_figures: true },
  ...{ result: "outcomes", created_at: "2031-02-01T09:00:00.000Z", finished_at: null },
};

type Handlers = Parameters<typeof serve>;

function show(answer: () => TriedFile | Promise<TriedFile>, bytes = 100, handlers: Handlers = []) {
  const calls = serve(
    on(checkImport, answer),
    on(startImport, () => Response.json(job, { status: 201 })),
    ...handlers,
  );
  const onStarted = vi.fn();
  const page = (corrected: ImportPlan, revision: number | null = null) => (
    <TryAndStart
      planned={{ file: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e03", plan: corrected, mode: "append" }}
      into={{ project: "p-1", revision }}
      bytes={bytes}
      isSettled
      refused={null}
      onStarted={onStarted}
    />
  );
  const { user, rerender } = renderPage(page(plan));
  const started = () => calls.filter(({ name }) => name === "startImport").length;
  return {
    ...{ user, calls, onStarted, started },
    correct: (corrected: ImportPlan) => rerender(page(corrected)),
    /** Everybody reads another revision of the project's answers, as after an import or its undo. */
    readAnother: (revision: number) => rerender(page(plan, revision)),
  };
}

const importButton = () => screen.getByRole("button", { name: "Import" });

test("the first answers of a project are imported in one step where nothing is to review", async () => {
  const { user, onStarted, started } = show(() => sure);
  await user.click(importButton());
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith(job.id));
  expect(started()).toBe(1);
});

test("an import with something to review stops, shows it, and goes on when it is chosen again", async () => {
  const { user, started } = show(() => ({ ...sure, kept: 2, refused: 1 }));
  await user.click(importButton());
  expect(await screen.findByText("Review the points below, then choose Import again.")).toBeDefined();
  expect(started()).toBe(0);
  await user.click(importButton());
  await waitFor(() => expect(started()).toBe(1));
});

test("a dry run alone imports nothing", async () => {
  const { user, started } = show(() => sure);
  await user.click(screen.getByRole("button", { name: "Dry run" }));
  expect(await screen.findByText("Dry run: nothing was imported")).toBeDefined();
  expect(started()).toBe(0);
});

test("a plan that is corrected while the file is checked is not imported unseen", async () => {
  let answer = (_: TriedFile) => {};
  const { user, started, correct } = show(
    () =>
      new Promise<TriedFile>((resolve) => {
        answer = resolve;
      }),
  );
  await user.click(importButton());
  correct({ ...plan, timeZone: "Europe/Berlin" });
  answer(sure);
  await waitFor(() => expect(screen.getByRole("button", { name: "Dry run" })).toHaveProperty("disabled", false));
  expect(started()).toBe(0);
});

test("a large file is tried by the worker: cancelled, then to its end, and nothing is imported by that", async () => {
  let result: TriedFile | null = null;
  let looks = 0;
  const { user, calls, started } = show(() => sure, MOST_CHECKED_BYTES + 1, [
    on(startCheck, () => Response.json(job, { status: 201 })),
    on(getCheck, () => {
      looks += 1;
      // The first look waits until it is given up; the look that follows finds the dry run still running.
      return looks === 1 ? new Promise(() => {}) : { result, is_over: false, message: null };
    }),
    on(controlJob, () => job),
  ]);
  await user.click(screen.getByText("Dry run"));
  expect(await screen.findByText(/^A large file is tried by the worker\./)).toBeDefined();
  await waitFor(() => expect(looks).toBe(1));
  await user.click(screen.getByText("Cancel the dry run"));
  await waitFor(() => expect(screen.queryByText("Cancel the dry run")).toBeNull());
  const begun = () => calls.filter(({ name }) => name === "startCheck").map(({ body }) => body);
  const [first] = begun() as { request_id: string }[];
  expect(calls.find(({ name }) => name === "controlJob")?.body).toEqual({ id: first?.request_id, action: "cancel" });
  result = { ...sure, rows: 1200, kept: 1200 };
  await user.click(screen.getByText("Dry run"));
  expect(await screen.findByText(/^1,200 kept \+ 0 refused = 1,200 rows of the file\./)).toBeDefined();
  expect(begun()).toHaveLength(2);
  expect(calls.filter(({ name }) => name === "checkImport")).toEqual([]);
  expect(started()).toBe(0);
});

test("a dry run is of the answers that the project had: once it has others, it is made again", async () => {
  const { user, calls, readAnother } = show(() => sure);
  await user.click(screen.getByRole("button", { name: "Dry run" }));
  expect(await screen.findByText(/^Responses: 0 now, 3 after; 3 new/)).toBeDefined();
  readAnother(2);
  expect(screen.queryByText(/^Responses: 0 now/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Dry run" }));
  expect(await screen.findByText(/^Responses: 0 now, 3 after; 3 new/)).toBeDefined();
  expect(calls.filter(({ name }) => name === "checkImport")).toHaveLength(2);
});
