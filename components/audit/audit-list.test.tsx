import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { listProjects, listUsers } from "@/lib/contracts/interfaces/demand";
import { type AuditEntry, listAudit } from "@/lib/contracts/ours/audit";
import { listViews } from "@/lib/contracts/ours/views";
import { AuditList } from "./audit-list";

const entry = (members: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: "2026-03-01T18:06:00.000Z",
  who: "ana@b.test",
  origin: "page",
  action: "updateProject",
  thing: "projects",
  thing_id: "p1",
  thing_name: "Beverages",
  outcome: "done",
  detail: null,
  request_id: "r",
  before: null,
  after: null,
  ...members,
});

function openAudit(entries: AuditEntry[]) {
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listProjects, () => ({ total_projects: 0, page: 1, page_size: 1, projects: [] })),
    on(listAudit, () => ({ entries, older: null, newer: null })),
    on(listUsers, () => ({
      total_users: 1,
      page: 1,
      page_size: 1,
      users: [{ id: "u1", name: "Ana Lima", email: "ana@b.test" }],
    })),
  );
  return { calls, ...renderPage(<AuditList accounts={[]} views={null} exporter={null} />, { address: "/audit" }) };
}

test("people are read for entries that say who manages a project, and shown by their names", async () => {
  openAudit([entry({ before: { project_manager_id: "u2" }, after: { project_manager_id: "u1" } })]);
  expect(await screen.findByText(/Ana Lima/)).toBeDefined();
});

test("people are not read for entries that name none", async () => {
  const { calls } = openAudit([
    entry({ before: { project_name: "Drinks" }, after: { project_name: "Beverages" } }),
    // A new project's list of entries shows no members.
    entry({ id: 2, action: "createProject", after: { project_manager_id: "u1" } }),
  ]);
  await screen.findByText("Drinks", { exact: false });
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain("listAudit"));
  expect(calls.map(({ name }) => name)).not.toContain("listUsers");
});

const asked = (calls: ReturnType<typeof openAudit>["calls"]) =>
  Object.fromEntries(calls.filter(({ name }) => name === "listAudit").at(-1)?.query ?? []);

test("the audit is narrowed by words, person and outcome, kept in the address; an empty result says so", async () => {
  const { user, calls, address } = openAudit([]);
  await user.type(await screen.findByLabelText("Search by survey, project or id"), "Beverages");
  await user.type(screen.getByLabelText("Person"), "ana");
  await waitFor(() => expect(address()).toContain("who=ana"));
  expect(address()).toContain("search=Beverages");
  await user.click(screen.getByPlaceholderText("Any outcome"));
  await user.click(await screen.findByText("Refused"));
  await waitFor(() => expect(address()).toContain("outcome=refused"));
  await waitFor(() => expect(asked(calls)).toMatchObject({ search: "Beverages", who: "ana", outcome: "refused" }));
  expect(await screen.findByText("No entry matches these filters.")).toBeDefined();
});
