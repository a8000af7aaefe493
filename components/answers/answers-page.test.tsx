import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listProjects } from "@/lib/contracts/interfaces/demand";
import { getProjectSessions, listImports } from "@/lib/contracts/ours/imports";
import { updateMine } from "@/lib/contracts/ours/settings";
import { on, renderPage, serve } from "../test-page";
import { AnswersPage } from "./answers-page";

test("who may not import sees the imports, and is told why no file can be chosen", async () => {
  serve(
    on(listProjects, () => ({
      total_projects: 1,
      page: 1,
      page_size: 1,
      projects: [{ id: "p", project_name: "Poll" }],
    })),
    on(updateMine, () => ({ time_zone: "UTC", number_format: "1,234.5" })),
    on(listImports, () => ({ revisions: [] })),
    on(getProjectSessions, () => ({
      ...{ refusal: null, completes: 0, imported: null, keeps: false, problem: null, is_current: true },
    })),
  );
  renderPage(<AnswersPage mayWrite={false} />, { address: "/answers?project=p" });
  expect(await screen.findByText(/^Nothing was imported into this project yet/)).toBeDefined();
  expect(screen.getAllByText(/^Importing and undoing is for analysts and admins/)[0]).toBeDefined();
  expect(screen.getByText("Choose a file").closest("button")?.getAttribute("aria-disabled")).toBe("true");
});
