import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { type Job, listJobs } from "@/lib/contracts/ours/jobs";
import { BookProgress } from "./book-progress";

const book = { id: "0192f6d4-0000-7000-8000-000000000001", title: "Book of tables: 4 questions of Wave 3" };
const running: Job = {
  ...{
    id: book.id,
    kind: "export book",
    title: book.title,
    state: "running",
    total: 4,
    counts: { done: 1, waiting: 3 },
  },
  ...{
    undo_of: null,
    undone_by: null,
    can_undo: false,
    undo_question: null,
    changes_figures: false,
    result: "file and outcomes",
  },
  ...{ created_at: "2031-02-28T11:59:00.000Z", finished_at: null },
};

test("a book says how many of its tables are made, then offers its file", async () => {
  const jobs = [running];
  serve(on(listJobs, () => ({ jobs })));
  renderPage(<BookProgress book={book} />);
  expect(await screen.findByText("1 of 4 tables")).toBeDefined();
  expect(screen.queryByRole("link")).toBeNull();
  jobs[0] = { ...running, state: "done", counts: { done: 4 }, finished_at: "2031-02-28T12:00:00.000Z" };
  const link = await screen.findByRole("link", { name: "Download XLSX" }, { timeout: 4000 });
  expect(link.getAttribute("href")).toBe(`/api/jobs/result?id=${book.id}`);
});
