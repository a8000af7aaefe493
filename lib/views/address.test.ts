import fc from "fast-check";
import { parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";
import { describe, expect, test } from "vitest";
import type { Views } from "@/lib/contracts/ours/views";
import { EVERYTHING } from "@/lib/contracts/terms/views";
import { departures, isModified, isPlain, overlay, readParams } from "./address";
import { resolve, viewParams, writeParams, writeQuery } from "./resolve";

const parsers = {
  search: parseAsString.withDefault(""),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  manager: parseAsString,
  page: parseAsInteger.withDefault(1),
};
const keys = Object.keys(parsers);

const viewsWith = (query: string): Views => ({
  default_view: EVERYTHING,
  views: [
    { id: "v", list: "surveys", name: "V", query, account_id: null, owner: "Me", is_mine: true, may_change: true },
  ],
});
const open = (viewId: string | null, address: string, query = "status=Live&manager=u-1&page=2") =>
  resolve("surveys", parsers, viewsWith(query), { viewId, address: readParams(address, keys) });

describe("an address and its view", () => {
  test("a view alone shows what was saved", () => {
    expect(open("v", "")).toMatchObject({
      state: { search: "", status: ["Live"], manager: "u-1", page: 2 },
      viewId: "v",
      isModified: false,
      isLost: false,
    });
  });

  test("an address says what departs from its view, an empty value that nothing holds there", () => {
    expect(open("v", "status=&search=tea")).toMatchObject({
      state: { search: "tea", status: [], manager: "u-1", page: 2 },
      isModified: true,
    });
  });

  test("turning pages modifies nothing", () => {
    expect(open("v", "page=3")).toMatchObject({ state: { page: 3 }, isModified: false });
  });

  test("an address without a view is exactly what it says", () => {
    expect(open(null, "status=Paused")).toMatchObject({
      state: { status: ["Paused"], manager: null },
      viewId: EVERYTHING,
      isModified: true,
      isLost: false,
    });
  });

  test("a view that is not there leaves what the address says, and is said to be lost", () => {
    expect(open("gone", "status=Paused")).toMatchObject({
      state: { status: ["Paused"], manager: null },
      viewId: EVERYTHING,
      isLost: true,
    });
    const unread = resolve("surveys", parsers, undefined, { viewId: "v", address: {} });
    expect(unread).toMatchObject({ isLost: false, isUnread: true });
  });

  test("only an address that says nothing of the list opens the default view", () => {
    expect(isPlain({}, null)).toBe(true);
    expect(isPlain({ status: "Live" }, null)).toBe(false);
    expect(isPlain({}, "v")).toBe(false);
  });

  test("a plain address opens the default view, once it is known", () => {
    const views = { ...viewsWith("status=Live"), default_view: "v" };
    const plain = { viewId: null, address: {} };
    expect(resolve("surveys", parsers, views, plain)).toMatchObject({ viewId: "v", state: { status: ["Live"] } });
    expect(resolve("surveys", parsers, undefined, plain)).toMatchObject({ isUnread: true, isLost: false });
  });

  test("the first of a repeated key counts, and keys of others are left alone", () => {
    expect(readParams("status=Live&status=Paused&form=new&view=v", keys)).toEqual({ status: "Live" });
  });
});

const states = fc.record({
  search: fc.string(),
  status: fc.array(fc.constantFrom("Live", "Paused", "On, off", "a&b=c", "100 %")),
  manager: fc.option(fc.string({ minLength: 1 })),
  page: fc.integer({ min: 1, max: 99 }),
});

test("whatever is wanted on whatever view, the address that is written shows it", () => {
  fc.assert(
    fc.property(states, states, (saved, wanted) => {
      const views = viewsWith(writeQuery(parsers, saved));
      const view = viewParams("surveys", parsers, views, "v");
      const address = departures(view, writeParams(parsers, wanted), keys);
      const said = Object.fromEntries(Object.entries(address).filter((entry) => entry[1] !== null)) as {
        [key: string]: string;
      };
      const query = new URLSearchParams({ view: "v", ...said });
      const shown = resolve("surveys", parsers, views, { viewId: "v", address: readParams(query, keys) });
      expect(shown.state).toEqual(wanted);
    }),
  );
});

test("what holds on a view departs from it exactly where it differs", () => {
  const view = { status: "Live", page: "2" };
  expect(departures(view, { status: "Live" }, keys)).toEqual({ search: null, status: null, manager: null, page: "" });
  expect(overlay(view, { page: "" })).toEqual({ status: "Live" });
  expect(isModified(view, { status: "Live", page: "7" })).toBe(false);
  expect(isModified(view, {})).toBe(true);
});
