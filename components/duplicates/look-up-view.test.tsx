import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type LookedUp, lookUpPerson, type Seen } from "@/lib/contracts/ours/duplicates";
import { on, renderPage, serve } from "../test-page";
import { LookUpView } from "./look-up-view";

const seen = (session: string, matched_on: Seen["matched_on"] = []): Seen => ({
  ...{ survey_number: "s-1", survey_name: "First", session_id: session, recorded_at: "2026-03-01T10:00:00Z" },
  identifiers: { IP_Address: "198.51.…", Cookie: null, Panel_Id: "panel-1", Hashed_Email: null, User_Agent: null },
  ...{ active: { search: true, predupes: null }, matched_on, changed: [] },
});

/** A service that knows sessions by these identifiers. */
function open(known: Record<string, Seen[]>, address = "/duplicates?show=look-up") {
  const calls = serve(
    on(lookUpPerson, ({ body }): LookedUp => {
      const [[kind, value] = []] = Object.entries(body as Record<string, string>);
      return { records: known[`${kind} ${value}`] ?? [], more: false, not_looked_for: null };
    }),
  );
  return { ...renderPage(<LookUpView account={undefined} />, { address }), asked: () => calls.map(({ body }) => body) };
}

const identifier = () => screen.findByLabelText<HTMLInputElement>("Identifier");
const kind = () => screen.getByRole<HTMLInputElement>("combobox", { name: "It is" });
const lookUp = () => screen.getByRole("button", { name: "Look up" });

test("a pasted link shows whom it names, and a session leads to who else it is, in the address", async () => {
  const [mine, other] = [seen("one"), seen("two", ["Panel_Id"])];
  const known = { "Panel_Id panel-1": [mine, seen("two")], "Session_Id one": [mine, other] };
  const { user, address } = open(known, "/duplicates?show=look-up&by=Panel_Id&value=panel-1");
  expect((await identifier()).value).toBe("panel-1");
  expect(await screen.findByText(/^Seen in 1 survey, 2 sessions/)).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "one" }));
  await waitFor(() => expect(address()).toContain("by=Session_Id&value=one"));
  await screen.findByText("What you asked for");
  const sessions = within(screen.getByRole("list", { name: "Sessions, oldest first" })).getAllByRole("listitem");
  expect(sessions.some(({ textContent }) => textContent?.includes("same panel id"))).toBe(true);
});

test("a personal value never appears in the address, whichever kind is chosen for it", async () => {
  const { user, address, asked } = open({});
  await user.type(await identifier(), "198.51.100.12");
  expect(kind().value).toBe("IP address");
  await user.click(lookUp());
  await screen.findByText(/^No session has this IP address\./);
  await user.click(kind());
  await user.click(await screen.findByRole("option", { name: "Session id", hidden: true }));
  await user.click(lookUp());
  await screen.findByText(/^No session has this session id\./);
  expect(address()).not.toContain("198");
  expect(asked()).toEqual([{ IP_Address: "198.51.100.12" }, { Session_Id: "198.51.100.12" }]);
});

test("a value of unknown kind is looked up as other kinds, and appears in the address once its kind is chosen", async () => {
  const { user, address } = open({ "Cookie cookie-1": [seen("one")], "Panel_Id panel-1": [seen("one")] });
  await user.type(await identifier(), "cookie-1");
  expect(kind().value).toBe("Session id");
  await user.click(lookUp());
  await user.click(await screen.findByRole("button", { name: "Look it up as cookie" }));
  await screen.findByText(/^Seen in 1 survey, 1 session/);
  expect(kind().value).toBe("Cookie");
  expect(address()).not.toContain("cookie-1");

  await user.clear(await identifier());
  await user.type(await identifier(), "panel-1");
  await user.click(lookUp());
  await user.click(await screen.findByRole("button", { name: "Look it up as panel id" }));
  await waitFor(() => expect(address()).toContain("by=Panel_Id&value=panel-1"));
});
