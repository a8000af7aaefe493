import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { listProjects, listSurveys } from "@/lib/contracts/interfaces/demand";
import { getSurveyCopy, refreshSurveyCopy } from "@/lib/contracts/ours/settings";
import { listViews } from "@/lib/contracts/ours/views";
import { SurveyList } from "./survey-list";

const [EARLIER, LATER] = ["2026-03-01T18:06:00.000Z", "2026-03-01T18:07:00.000Z"];
const survey = (id: string, name: string) => ({ id, name, project_id: "p1", status: "Live", respondents: 100 });

type Service = { as_of: string | null; surveys: ReturnType<typeof survey>[]; isBeingRead?: boolean };

/** The list of a connection whose copy is as `service` says at each call; `afterRefresh`: what a refresh makes of it. */
function openList(service: Service, { afterRefresh = {} as Partial<Service>, address = "/surveys" } = {}) {
  const copy = () => ({
    copy: { as_of: service.as_of, is_being_read: service.isBeingRead ?? false, problem: null },
  });
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listProjects, () => ({ total_projects: 1, page: 1, page_size: 1, projects: [{ id: "p1", project_name: "P" }] })),
    on(listSurveys, () => {
      const { surveys, as_of } = service;
      return { total_surveys: surveys.length, page: 1, page_size: surveys.length, surveys, ...(as_of && { as_of }) };
    }),
    on(getSurveyCopy, copy),
    on(refreshSurveyCopy, () => {
      Object.assign(service, afterRefresh);
      return copy();
    }),
  );
  return { calls, ...renderPage(<SurveyList mayCreate email="a@b.test" exporter={null} />, { address }) };
}

const refresh = () => screen.findByRole("button", { name: "Refresh" });

test("a list takes a newer copy in by itself", async () => {
  const renamed = { as_of: LATER, surveys: [survey("1", "Renamed")] };
  const { user } = openList({ as_of: EARLIER, surveys: [survey("1", "First")] }, { afterRefresh: renamed });
  await screen.findByRole("link", { name: "First" });
  await user.click(await refresh());
  expect(await screen.findByRole("link", { name: "Renamed" })).toBeDefined();
});

test("the list leads to the form of a new survey", async () => {
  openList({ as_of: EARLIER, surveys: [survey("1", "First")] });
  expect((await screen.findByRole("link", { name: "New survey" })).getAttribute("href")).toBe("/surveys/new");
});

test("rows that somebody has chosen stay as they are until they ask for what changed", async () => {
  const renamed = { as_of: LATER, surveys: [survey("1", "Renamed"), survey("2", "Second")] };
  const before = { as_of: EARLIER, surveys: [survey("1", "First"), survey("2", "Second")] };
  const { user } = openList(before, { afterRefresh: renamed });
  await screen.findByRole("link", { name: "First" });
  const [box] = screen.getAllByRole<HTMLInputElement>("checkbox", { name: "Choose this row" });
  if (!box) throw new Error("No row can be chosen.");
  await user.click(box);
  await user.click(await refresh());
  const show = await screen.findByRole("button", { name: "Show 1 changed survey" });
  expect(screen.queryByRole("link", { name: "First" })).not.toBeNull();
  await user.click(show);
  expect(await screen.findByRole("link", { name: "Renamed" })).toBeDefined();
  expect(screen.getAllByRole<HTMLInputElement>("checkbox", { name: "Choose this row" })[0]?.checked).toBe(true);
});

test("a search that finds nothing in a copy says what was searched, and that a newer one is on its way", async () => {
  openList({ as_of: EARLIER, surveys: [], isBeingRead: true }, { address: "/surveys?search=new" });
  const says = /Searching a copy from 1 Mar, 18:06 UTC: no survey matches these filters. A newer copy is being read./;
  expect(await screen.findByText(says)).toBeDefined();
});

test("a list that the service itself answers has nothing to refresh", async () => {
  const { calls } = openList({ as_of: null, surveys: [survey("1", "First")] });
  await screen.findByRole("link", { name: "First" });
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain("listProjects"));
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
  expect(calls.map(({ name }) => name)).not.toContain("getSurveyCopy");
});

test("a search narrows the list, in the address too", async () => {
  const { user, calls, address } = openList({ as_of: null, surveys: [survey("1", "First")] });
  await screen.findByRole("link", { name: "First" });
  await user.type(screen.getByLabelText("Search surveys"), "tracker");
  await waitFor(() => expect(address()).toContain("search=tracker"));
  const asked = () =>
    calls
      .filter(({ name }) => name === "listSurveys")
      .at(-1)
      ?.query.get("search");
  await waitFor(() => expect(asked()).toBe("tracker"));
});

test("behind the end of the list is nothing: its last page opens instead", async () => {
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listProjects, () => ({ total_projects: 1, page: 1, page_size: 1, projects: [{ id: "p1", project_name: "P" }] })),
    on(listSurveys, ({ query }) => {
      const page = Number(query.get("page"));
      const surveys = page > 2 ? [] : [survey("1", "First")];
      return { total_surveys: 60, page, page_size: 50, surveys };
    }),
    on(getSurveyCopy, () => ({ copy: { as_of: null, is_being_read: false, problem: null } })),
  );
  const list = <SurveyList mayCreate email="a@b.test" exporter={null} />;
  const { address } = renderPage(list, { address: "/surveys?page=99" });
  await waitFor(() => expect(address()).toContain("page=2"));
  expect(await screen.findByRole("link", { name: "First" })).toBeDefined();
  expect(calls.filter(({ name }) => name === "listSurveys").length).toBeGreaterThan(1);
});
