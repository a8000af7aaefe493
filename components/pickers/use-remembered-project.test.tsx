import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { updateMine } from "@/lib/contracts/ours/settings";
import { on, renderPage, serve } from "../test-page";
import { useRememberedProject } from "./use-remembered-project";

function AnswersOf({ id }: { id: string }) {
  useRememberedProject(id);
  return null;
}

beforeEach(() => window.localStorage.clear());

test("a project is remembered once, and again only after another one", async () => {
  const calls = serve(on(updateMine, () => ({ time_zone: "UTC", number_format: "1,234.5" })));
  const open = async (id: string, total: number) => {
    const page = renderPage(<AnswersOf id={id} />);
    await waitFor(() => expect(calls).toHaveLength(total));
    await waitFor(() => expect(Object.values({ ...window.localStorage })).toEqual([id]));
    page.unmount();
  };
  await open("p-1", 1);
  await open("p-1", 1);
  await open("p-2", 2);
  await open("p-1", 3);
  expect(calls.map(({ body }) => body)).toEqual(["p-1", "p-2", "p-1"].map((last_project_id) => ({ last_project_id })));
});
