import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as people from "@/lib/stores/postgres/people";
import { requireViewer } from "./viewer";

// Next's own cannot be loaded outside of it.
vi.mock("next/navigation", () => ({ redirect: vi.fn() }));
vi.mock("next/headers", () => ({ cookies: vi.fn(), headers: vi.fn() }));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => ({}) }));
vi.mock("@/lib/stores/postgres/people", () => ({ findSession: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a database that hangs is said not to answer, to whoever comes with a session", async () => {
  vi.mocked(people.findSession).mockReturnValueOnce(new Promise(() => {}));
  const refused = expect(requireViewer("a session")).rejects.toMatchObject({
    code: "unavailable",
    message: "The database did not answer in time. Try again in a moment.",
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  vi.mocked(people.findSession).mockResolvedValueOnce(null);
  await expect(requireViewer("another")).rejects.toMatchObject({ code: "unauthenticated" });
});
