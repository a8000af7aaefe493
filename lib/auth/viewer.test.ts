import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError, unauthorized } from "@/lib/http/problem";
import * as people from "@/lib/stores/postgres/people";
import { withoutDatabase } from "@/lib/test-no-database";
import { orSignIn, requireViewer } from "./viewer";

withoutDatabase();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a database that hangs is said not to answer, to whoever comes with a session", async () => {
  const find = vi.spyOn(people, "findSession").mockReturnValueOnce(new Promise(() => {}));
  const refused = expect(requireViewer("a session")).rejects.toMatchObject({
    code: "unavailable",
    message: "The database did not answer in time. Try again in a moment.",
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  find.mockResolvedValueOnce(null);
  await expect(requireViewer("another")).rejects.toMatchObject({ code: "unauthenticated" });
});

describe("a read for a page", () => {
  type PageContext = Parameters<typeof orSignIn>[0];
  const context = { viewer: { sessionHash: "hash" } } as PageContext;
  const leaving = new Error("leads elsewhere");
  beforeEach(() => {
    vi.spyOn(people, "deleteSession").mockReset().mockResolvedValue();
    vi.mocked(headers).mockResolvedValue(new Headers({ "x-requested-target": "/surveys?page=2" }) as never);
    vi.mocked(redirect)
      .mockReset()
      .mockImplementation(() => {
        throw leaving;
      });
  });

  test("of a token that is taken no more ends the session and leads to the sign-in page, and from there back", async () => {
    await expect(orSignIn(context, Promise.reject(unauthorized()))).rejects.toBe(leaving);
    expect(people.deleteSession).toHaveBeenCalledWith({}, "hash");
    expect(redirect).toHaveBeenCalledWith("/sign-in?next=%2Fsurveys%3Fpage%3D2");
  });

  test("that succeeds, or fails in another way, leaves the session alone", async () => {
    expect(await orSignIn(context, Promise.resolve(1))).toBe(1);
    const away = new AppError("unavailable", "The service is away.");
    await expect(orSignIn(context, Promise.reject(away))).rejects.toBe(away);
    expect(people.deleteSession).not.toHaveBeenCalled();
    expect(redirect).not.toHaveBeenCalled();
  });
});
