import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { endOtherSessions, endSession, listSessions, type OwnSession } from "@/lib/contracts/ours/settings";
import { on, Refusal, renderPage, serve } from "../test-page";
import { SessionsSection } from "./sessions-section";

const AT = "2026-03-01T18:06:00.000Z";
const session = (id: string, device: string): OwnSession => ({
  ...{ id, device, is_this: id === "1", address: null },
  ...{ begun_at: AT, last_used_at: AT, expires_at: AT },
});
const three = () => [session("1", "Firefox on Linux"), session("2", "Safari on iPhone"), session("3", "Edge")];

const items = () => within(screen.getByRole("list", { name: "Your sessions" })).getAllByRole("listitem");

test("this browser is named and stays; another is signed out by itself, or all others at once", async () => {
  let sessions = three();
  const keep = (kept: (each: OwnSession) => boolean) => {
    const before = sessions.length;
    sessions = sessions.filter(kept);
    return { ended: before - sessions.length };
  };
  const calls = serve(
    on(listSessions, () => ({ sessions })),
    on(endSession, ({ body }) => keep(({ id }) => id !== (body as { id: string }).id)),
    on(endOtherSessions, () => keep(({ is_this }) => is_this)),
  );
  const { user } = renderPage(<SessionsSection />);
  await screen.findByText("Firefox on Linux");
  const [own] = items();
  if (!own) throw new Error("No session is listed.");
  expect(own.textContent).toContain("This browser");
  expect(within(own).queryByRole("button")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  await waitFor(() => expect(items()).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Sign out all others" }));
  await screen.findByText("You are signed in here only.");
  expect(items()).toHaveLength(1);
  expect(calls.filter(({ name }) => name === "endSession").map(({ body }) => body)).toEqual([{ id: "2" }]);
});

test("a session that could not be ended is said to go on", async () => {
  serve(
    on(listSessions, () => ({ sessions: three() })),
    on(endSession, () => {
      throw new Refusal("unavailable", "Try again in a moment.");
    }),
  );
  const { user } = renderPage(<SessionsSection />);
  await user.click(await screen.findByRole("button", { name: "Sign out Edge" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Try again in a moment.");
  expect(items()).toHaveLength(3);
});
