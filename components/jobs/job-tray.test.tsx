import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { controlJob, type Job, listJobs } from "@/lib/contracts/ours/jobs";
import { listTrendNotes } from "@/lib/contracts/ours/trends";
import { jobsQuery } from "@/lib/jobs/queries";
import { trendNotesQuery } from "@/lib/trends/queries";
import { on, renderPage, serve } from "../test-page";
import { JobTray } from "./job-tray";

const job: Job = {
  ...{ id: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e02", kind: "import answers", title: "Import wave.csv into Tea" },
  ...{ state: "done", total: 1, counts: { done: 1 }, undo_of: null, undone_by: null, can_undo: true },
  undo_question: {
    ...{ title: "Undo this import?", confirm: "Undo the import" },
    says: "What was edited in its questions since is lost.",
  },
  changes_figures: true,
  ...{ result: "outcomes", created_at: "2031-02-01T09:00:00.000Z", finished_at: "2031-02-01T09:01:00.000Z" },
};

/** A page that shows something made of a project's answers. */
function Page() {
  useQuery(trendNotesQuery("p"));
  return <JobTray />;
}

function open(first: Job[]) {
  let jobs = first;
  const calls = serve(
    on(listJobs, () => ({ jobs })),
    on(controlJob, () => job),
    on(listTrendNotes, () => ({ notes: [] })),
  );
  const page = renderPage(<Page />);
  const reads = () => calls.filter(({ name }) => name === "listTrendNotes").length;
  /** The page looks at jobs again, as it does every few seconds. */
  const lookAgain = async (now: Job[]) => {
    jobs = now;
    await page.queryClient.refetchQueries(jobsQuery());
  };
  return { ...page, calls, reads, lookAgain };
}

test("a page reads figures again when an import ends, also one started in another window", async () => {
  const { reads, lookAgain } = open([]);
  await waitFor(() => expect(reads()).toBe(1));
  const { finished_at: _, ...rest } = job;
  await lookAgain([{ ...rest, state: "running", counts: { running: 1 }, finished_at: null }]);
  expect(await screen.findByLabelText("Jobs: 1 running")).toBeDefined();
  expect(reads()).toBe(1);
  await lookAgain([job]);
  await waitFor(() => expect(reads()).toBe(2));
});

test("undoing an import from the list of jobs first says what it does", async () => {
  const { user, calls } = open([job]);
  await user.click(screen.getByLabelText("Jobs"));
  const card = await screen.findByRole("region", { name: "Import wave.csv into Tea" });
  await user.click(within(card).getByText("Undo"));
  const dialog = await screen.findByRole("dialog", { name: "Undo this import?" });
  expect(dialog.textContent).toContain("“Import wave.csv into Tea”: What was edited in its questions since is lost.");
  await user.click(within(dialog).getByText("Cancel"));
  await waitFor(() => expect(screen.queryByText("Undo this import?")).toBeNull());
  const undone = () => calls.filter(({ name }) => name === "controlJob").map(({ body }) => body);
  expect(undone()).toEqual([]);
  await user.click(within(card).getByText("Undo"));
  await user.click(await screen.findByText("Undo the import"));
  await waitFor(() => expect(undone()).toEqual([{ id: job.id, action: "undo" }]));
});
