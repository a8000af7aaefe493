import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createProject, listProjects, listUsers } from "@/lib/contracts/interfaces/demand";
import { getDraft } from "@/lib/contracts/ours/drafts";
import { getSurveyCopy, refreshSurveyCopy } from "@/lib/contracts/ours/settings";
import { listViews } from "@/lib/contracts/ours/views";
import { on, Refusal, renderPage, serve } from "../test-page";
import { ProjectList } from "./project-list";

const [EARLIER, LATER] = ["2026-03-01T18:06:00.000Z", "2026-03-01T18:07:00.000Z"];

type Listed = { id: string; project_name: string } & Record<string, unknown>;
const project = (id: string, name: string): Listed => ({
  ...{ id, project_name: name, project_number: "P-1", account_id: "a", project_manager_id: "u" },
  session_exclusions: [],
});

type Service = { projects: Listed[]; as_of?: string };
type Options = { address?: string; mayWrite?: boolean; fail?: () => void };

/** The list of a connection that has what `service` says at each call. */
function open(service: Service, { address = "/projects", mayWrite = true, fail = () => {} }: Options = {}) {
  const page = (projects: Listed[]) => ({ total_projects: projects.length, page: 1, page_size: 50, projects });
  const copy = () => ({ copy: { as_of: service.as_of ?? EARLIER, is_being_read: false, problem: null } });
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "all" })),
    on(listProjects, ({ query }) => {
      const ids = query.get("ids");
      if (ids === null) fail();
      const listed = service.projects.filter(({ id }) => ids === null || ids.split(",").includes(id));
      return { ...page(listed), ...(service.as_of && { as_of: service.as_of }) };
    }),
    on(listUsers, () => ({
      ...{ total_users: 1, page: 1, page_size: 50 },
      users: [{ id: "u", name: "Ana Lima", email: "a@b.test" }],
    })),
    on(getDraft, () => ({ draft: null })),
    on(getSurveyCopy, copy),
    on(refreshSurveyCopy, copy),
    on(createProject, () => {
      throw new Refusal("invalid", "Check the fields.", { project_number: "That number is taken." });
    }),
  );
  const list = (
    <ProjectList
      mayWrite={mayWrite}
      email="a@b.test"
      accounts={[{ id: "a", name: "Northwind" }]}
      views={null}
      exporter={null}
    />
  );
  return { calls, ...renderPage(list, { address }) };
}

const form = (title = "New project") => screen.findByRole("dialog", { name: title });
const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Name/);
const question = () => screen.findByRole("dialog", { name: "Close without saving?" });
const newProject = () => screen.findByRole("button", { name: "New project" });

test("a newer copy is taken in by itself, and not under a form that is open", async () => {
  const service = { projects: [project("1", "First")], as_of: EARLIER };
  const { user } = open(service);
  await screen.findByRole("link", { name: "First" });
  Object.assign(service, { projects: [project("1", "Renamed")], as_of: LATER });
  await user.click(await screen.findByRole("button", { name: "Refresh" }));
  await screen.findByRole("link", { name: "Renamed" });

  await user.click(screen.getByRole("button", { name: "Edit Renamed" }));
  await form("Edit project");
  Object.assign(service, { projects: [project("1", "Renamed again")], as_of: "2026-03-01T18:08:00.000Z" });
  await user.click(screen.getByRole("button", { name: "Refresh", hidden: true }));
  await screen.findByRole("button", { name: "Show 1 changed project", hidden: true });
  expect(screen.getByText("Renamed")).toBeDefined();
  await user.keyboard("{Escape}");
  await screen.findByRole("link", { name: "Renamed again" });
});

test("what a service does not say of a project is a dash", async () => {
  open({ projects: [{ id: "7", account_id: null, project_manager_id: null, project_name: "Elsewhere" }] });
  const row = (await screen.findByRole("link", { name: "Elsewhere" })).closest("tr");
  if (!row) throw new Error("No table row contains it.");
  const cells = within(row).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...["Elsewhere–", "–", "–", "–", "– / –", "–", "–"],
    expect.any(String),
  ]);
});

test("a list that could not be read says so, and is read at another try", async () => {
  let isAway = true;
  const fail = () => {
    if (isAway) throw new Refusal("unavailable", "Not today.");
  };
  const { user } = open({ projects: [project("1", "First")] }, { fail });
  const alert = await screen.findByText("Projects could not be loaded");
  expect(alert.closest("[role=alert]")?.textContent).toContain("Not today.");
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "First" });
});

test("filters that leave nothing are cleared by a press", async () => {
  const { user, address } = open({ projects: [] }, { address: "/projects?search=nothing&manager=u" });
  await screen.findByText("No project matches these filters.");
  await user.click(screen.getByRole("button", { name: "Clear the filters" }));
  await waitFor(() => expect(address()).toBe("/projects"));
});

test("a role that only reads is told why it creates and changes nothing", async () => {
  const { user } = open({ projects: [project("1", "First")] }, { address: "/projects?form=new", mayWrite: false });
  await screen.findByRole("link", { name: "First" });
  const create = await newProject();
  expect(create.getAttribute("aria-disabled")).toBe("true");
  expect(create.dataset.tip).toContain("Managers and admins create and change them.");
  create.focus();
  await user.keyboard("{Enter}");
  const edit = screen.getByRole("button", { name: "Edit First" });
  edit.focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog", { name: /project$/ })).toBeNull();
});

test("a missing name and a refusal by the server are shown at the field", async () => {
  const { user, calls } = open({ projects: [] }, { address: "/projects?form=new" });
  const create = await within(await form()).findByRole("button", { name: "Create project" });
  await user.click(create);
  await screen.findByText("Project name is required.");
  expect(document.activeElement).toBe(await nameField());
  expect(calls.map(({ name }) => name)).not.toContain("createProject");
  await user.type(await nameField(), "Taken");
  await user.type(screen.getByLabelText(/^Number/), "J-1{Enter}");
  await screen.findByText("That number is taken.");
});

test("edits are dropped only after a question, however the form is closed; without edits nothing is asked", async () => {
  const { user, address } = open({ projects: [project("1", "First")] });
  await user.click(await newProject());
  await user.type(await nameField(), "Half a");
  await user.keyboard("{Escape}");
  await question();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText("Close without saving?")).toBeNull());
  expect((await nameField()).value).toBe("Half a");

  await user.click(within(await form()).getByRole("button", { name: "Cancel" }));
  await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
  expect((await nameField()).value).toBe("Half a");

  await user.click(within(await form()).getByRole("button", { name: "Cancel" }));
  await user.click(within(await question()).getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(address()).toBe("/projects"));
  await user.click(await newProject());
  expect((await nameField()).value).toBe("");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(screen.queryByText("Close without saving?")).toBeNull();
});
