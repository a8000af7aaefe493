import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { listResponses, listSurveys } from "@/lib/contracts/interfaces/demand";
import { controlJob, type Job, listJobs } from "@/lib/contracts/ours/jobs";
import {
  listReasons,
  previewReconciliation,
  type ReconciliationInput,
  type ReconciliationPreview,
  startReconciliation,
} from "@/lib/contracts/ours/responses";
import { listViews } from "@/lib/contracts/ours/views";
import { on, Refusal, renderPage, serve } from "../test-page";
import { ResponseList } from "./response-list";

const response = (rdud: string) => ({
  ...{ rdud, survey_id: "s", status: "complete", reconciliation_status: null, buyer_cpi: 1 },
  ...{ qualification_attributes: [], quota_ids: [], started_at: null, ended_at: null },
});

const none = { total: 0, rduds: [] };

/** Of the ids of a list, those that the survey has change. */
function previewOf(body: unknown, present: readonly string[]): ReconciliationPreview {
  const rduds = (body as ReconciliationInput).decisions.flatMap((decision) => decision.rduds);
  const missing = rduds.filter((rdud) => !present.includes(rdud));
  const changes = rduds.length - missing.length;
  return {
    ...{ total: rduds.length, changes, missing: { total: missing.length, rduds: missing.slice(0, 100) } },
    ...{ repeated: none, contradicting: none, unchanged: none, not_complete: none },
    completes: { before: 310, after: 310 - changes, change: -changes },
    cost: { before: 310, after: 310 - changes, change: -changes },
    ...{ quotas: [], completes_survey: false },
  };
}

const job: Job = {
  ...{ id: "01900000-0000-7000-8000-000000000001", kind: "reconcile", title: "Reject 2 responses of Coffee" },
  ...{ state: "running", total: 2, counts: {} },
  ...{ undo_of: null, undone_by: null, can_undo: false, undo_question: null, changes_figures: false },
  ...{ result: "outcomes", created_at: "2026-01-02T10:00:00.000Z", finished_at: null },
};
const ended: Job = {
  ...job,
  ...{ state: "done", counts: { done: 2 }, can_undo: true, finished_at: "2026-01-02T10:00:01.000Z" },
};

type Options = { preview?: (body: unknown) => unknown; total?: number };

/** A survey of the responses a, b and c. */
function serveResponses({ preview = (body) => previewOf(body, ["a", "b", "c"]), total = 3 }: Options = {}) {
  let isStarted = false;
  return serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 1, surveys: [] })),
    on(listResponses, ({ query }) => {
      const page = Number(query.get("page"));
      const responses = page > Math.ceil(total / 50) ? [] : ["a", "b", "c"].map(response);
      return { total_responses: total, page, page_size: 50, responses };
    }),
    on(listReasons, () => ({ reasons: [] })),
    on(listJobs, () => ({ jobs: isStarted ? [ended] : [] })),
    on(previewReconciliation, ({ body }) => preview(body)),
    on(startReconciliation, () => {
      isStarted = true;
      return job;
    }),
    on(controlJob, () => ({ ...ended, can_undo: false })),
  );
}

const show = (address = "/surveys/s/responses", mayWrite = true) =>
  renderPage(<ResponseList surveyId="s" mayWrite={mayWrite} fieldedElsewhere={null} views={null} exporter={null} />, {
    address,
  });

/** Opens the dialog that takes a list. */
async function takeList() {
  const page = show("/surveys/s/responses?reconcile=true");
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Reconcile a list" })) };
}
type Dialog = Awaited<ReturnType<typeof takeList>>["dialog"];
const paste = (dialog: Dialog, text: string) =>
  fireEvent.change(dialog.getByLabelText("Response ids"), { target: { value: text } });
const typed = (dialog: Dialog) => dialog.getByLabelText<HTMLTextAreaElement>("Response ids").value;

const started = (calls: ReturnType<typeof serveResponses>) =>
  calls.filter(({ name }) => name === "startReconciliation").map(({ body }) => body);

test("a row that a list leaves open is left out until somebody says otherwise", async () => {
  serveResponses();
  const { user, dialog } = await takeList();
  paste(dialog, "rdud,decision\na,reject\nb,\nc,accept");
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Leave out" }).checked).toBe(true);
  const left = "2 rows name responses: 1 to reject, 1 to accept; 1 without a decision would be left out.";
  expect(dialog.getByText(left)).toBeDefined();
  await user.click(dialog.getByRole("radio", { name: "Reject" }));
  expect(dialog.getByText("3 rows name responses: 2 to reject, 1 to accept.")).toBeDefined();
});

test("a workbook is previewed with what it names in vain, and another kind of file is refused", async () => {
  const calls = serveResponses();
  const { user, dialog } = await takeList();
  const named = ["a", "b", ...Array.from({ length: 2000 }, (_, at) => `elsewhere-${at}`)];
  const bytes = await writeExcelFile([[{ value: "rdud" }], ...named.map((value) => [{ value }])]).toBuffer();
  const input = dialog.getByLabelText("List file");
  await user.upload(input, new File([new Uint8Array(bytes)], "list.xlsx"));
  expect(await dialog.findByText("2,002 rows name responses: 2,002 to reject.")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText("Not found in this survey: 2,000 responses.")).toBeDefined();
  expect(dialog.getByText("2 will change").parentElement?.textContent).toBe("Of 2,002 responses, 2 will change.");
  expect(dialog.getByRole("row", { name: "Completes 310 308 -2" })).toBeDefined();
  expect(dialog.getByRole("row", { name: "Cost $310.00 $308.00 -$2.00" })).toBeDefined();
  expect(started(calls)).toEqual([]);

  await user.click(dialog.getByRole("button", { name: "Back" }));
  await user.upload(input, new File(["%PDF-1.7"], "list.xlsx"));
  expect((await dialog.findByRole("alert")).textContent).toContain("The file is a PDF document.");
});

test("a preview that fails, or takes its time, leads back to the list that was pasted", async () => {
  let answer = (): unknown => {
    throw new Refusal("unavailable", "The service is away.");
  };
  serveResponses({ preview: () => answer() });
  const { user, dialog } = await takeList();
  paste(dialog, "a\nb");
  await user.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText(/The preview could not be loaded/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Back" }));
  expect(typed(dialog)).toBe("a\nb");

  answer = () => new Promise(() => {});
  await user.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText("Working out what this changes…")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Back" }));
  expect(typed(dialog)).toBe("a\nb");
});

test("chosen responses are rejected for one reason, and the undo is offered once that has ended", async () => {
  const calls = serveResponses();
  const { user } = show();
  const [first, second] = await screen.findAllByRole("checkbox", { name: "Choose this row" });
  if (!first || !second) throw new Error("No response can be chosen.");
  await user.click(first);
  await user.click(second);
  await user.click(screen.getByRole("button", { name: "Reject…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject the chosen responses" }));
  await user.type(dialog.getByLabelText("Reason"), "Too fast ");
  await user.click(await dialog.findByRole("button", { name: "Reject 2 responses" }));
  const decisions = [{ status: "Rejected", reason: "Too fast", rduds: ["a", "b"] }];
  await waitFor(() => expect(started(calls)).toEqual([{ survey_id: "s", decisions }]));

  expect(await screen.findByText(/^Reject 2 responses of Coffee: done\.$/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "controlJob")?.body).toEqual({ id: job.id, action: "undo" }),
  );
});

test("behind the end of the list is nothing: its last page opens instead", async () => {
  serveResponses({ total: 310 });
  const { address } = show("/surveys/s/responses?page=99");
  await waitFor(() => expect(address()).toContain("page=7"));
  expect(await screen.findByRole("button", { name: "Details of a" })).toBeDefined();
});

test("a role that may not judge responses sees why", async () => {
  serveResponses();
  const { user } = show("/surveys/s/responses?reconcile=true", false);
  const why = "Responses are accepted and rejected by project managers and admins. Ask an admin of your account.";
  for (const name of ["Reject a", "Accept a", "Reconcile a list…"]) {
    const button = await screen.findByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.dataset.tip).toBe(why);
    await user.click(button);
  }
  expect(screen.queryByRole("dialog", { name: /^(Reject|Accept|Reconcile)/ })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "Choose this row" })).toBeNull();
});
