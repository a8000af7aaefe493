import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Job, listJobItems, listJobs } from "@/lib/contracts/ours/jobs";
import { on, renderPage, serve } from "../test-page";
import { ImportWork } from "./import-work";

const job: Job = {
  ...{ id: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e02", kind: "import answers", title: "Import wave.csv into Tea" },
  ...{ state: "done", total: 1, counts: { done: 1 } },
  ...{ undo_of: null, undone_by: null, can_undo: true, undo_question: null, changes_figures: true },
  ...{ result: "outcomes", created_at: "2031-02-01T09:00:00.000Z", finished_at: "2031-02-01T09:01:00.000Z" },
};

test.each([true, false])("a list of notices is offered where there is one (%s)", async (has_result) => {
  const message = "1 kept + 0 refused = 1 row of the file.";
  serve(
    on(listJobs, () => ({ jobs: [job] })),
    on(listJobItems, () => ({
      ...{ total_items: 1, has_result },
      items: [{ key: "1", label: "wave.csv", state: "done", message }],
    })),
  );
  renderPage(<ImportWork id={job.id} project="p" mayWrite={false} onAnother={() => {}} />);
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByText("Done")).toBeDefined();
  expect(screen.queryByText("Download notices") !== null).toBe(has_result);
});
