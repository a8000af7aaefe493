import { createEvent, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listProjects } from "@/lib/contracts/interfaces/demand";
import { on, renderPage, serve } from "../test-page";
import { ProjectSelect } from "./project-select";

const PROJECT = { id: "p-1", project_name: "Poll" };

/** The field on a page that was just opened. Its list is loaded by the first page that needs it, for all later ones. */
async function open() {
  const chosen: string[] = [];
  const page = renderPage(<ProjectSelect value={null} onChange={(id) => chosen.push(id)} />);
  const field = await screen.findByPlaceholderText("Find by name or number");
  return { ...page, field, chosen };
}

test("the first press opens the list, whether its code is still to come or was loaded ahead", async () => {
  serve(on(listProjects, () => ({ total_projects: 1, page: 1, page_size: 1, projects: [PROJECT] })));
  for (const _ of ["to come", "loaded ahead"]) {
    const { user, field, chosen, unmount } = await open();
    await user.click(field);
    const option = await screen.findByRole("option", { name: /Poll/ });
    expect(document.activeElement).toBe(screen.getByPlaceholderText("Find by name or number"));
    await user.click(option);
    expect(chosen).toEqual(["p-1"]);
    unmount();
  }
});

test("a press leaves the focus to the list that takes the field's place", async () => {
  serve(on(listProjects, () => ({ total_projects: 1, page: 1, page_size: 1, projects: [PROJECT] })));
  const { field } = await open();
  const press = createEvent.mouseDown(field);
  fireEvent(field, press);
  expect(press.defaultPrevented).toBe(true);
});

test("what is typed where a project is chosen searches for another one", async () => {
  const projects = [PROJECT, { id: "p-2", project_name: "Wave" }];
  serve(on(listProjects, () => ({ total_projects: 2, page: 1, page_size: 2, projects })));
  const { user } = renderPage(<ProjectSelect value="p-1" onChange={() => {}} />);
  const field = await screen.findByDisplayValue(/Poll/);
  await user.click(field);
  await screen.findByRole("option", { name: /Poll/ });
  await user.keyboard("wav");
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("wav");
  expect(await screen.findByRole("option", { name: /Wave/ })).toBeTruthy();
});
