import { afterEach, expect, test, vi } from "vitest";
import { writeList } from "@/lib/contracts/lenient";
import { readManagedIds, readProjectsById, readUsers } from "./whole-lists";

const { signal } = new AbortController();

afterEach(() => vi.restoreAllMocks());

/** A server that gives `most` at a time, whatever is asked for. */
function serve(things: "projects" | "users", all: { id: string }[], most: number): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    const { searchParams } = new URL(String(address), "http://page.test");
    asked.push(String(address));
    const ids = searchParams.get("ids")?.split(",");
    const found = all.filter(({ id }) => !ids || ids.includes(id));
    const page = Number(searchParams.get("page") ?? 1);
    const items = found.slice((page - 1) * most, page * most);
    const whole = { page, page_size: items.length, total: found.length, unreadable: 0, as_of: null };
    return Response.json(writeList(things, { ...whole, items }, (item) => item));
  });
  return asked;
}

const projects = Array.from({ length: 620 }, (_, place) => ({
  id: `project-${place}`,
  project_name: `Project ${place}`,
  project_manager_id: place % 2 === 0 ? "me" : "somebody",
}));

test("a manager's projects are all there, and nobody else's", async () => {
  serve("projects", projects, 50);
  const ids = await readManagedIds("me", signal);
  expect(ids).toEqual(projects.filter((_, place) => place % 2 === 0).map(({ id }) => id));
});

test("projects by their ids are all there, asked for by addresses that servers take", async () => {
  const asked = serve("projects", projects, 50);
  const wanted = projects.slice(100).map(({ id }) => id);
  const found = await readProjectsById([...wanted, "gone"], signal);
  expect(found.map(({ id }) => id)).toEqual(wanted);
  expect(Math.max(...asked.map((address) => address.length))).toBeLessThan(8000);
});

test("users are all there", async () => {
  const users = Array.from({ length: 730 }, (_, place) => ({ id: `user-${place}`, email: `${place}@example.test` }));
  serve("users", users, 500);
  const found = await readUsers(signal);
  expect(found.map(({ id }) => id)).toEqual(users.map(({ id }) => id));
});
