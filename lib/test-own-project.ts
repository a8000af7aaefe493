import { beforeAll, vi } from "vitest";
import * as ownProjects from "@/lib/gateway/own-project";

/** Every project is the viewer's in this file: what proves that it is has tests of its own. */
export function withOwnProjects(projectOf: (id: string) => Partial<ownProjects.OwnProject> = () => ({})): void {
  beforeAll(() => {
    vi.spyOn(ownProjects, "ownProject").mockImplementation(async (_, id) => ({
      ...{ id, name: id, accountId: "account" },
      ...projectOf(id),
    }));
  });
}
