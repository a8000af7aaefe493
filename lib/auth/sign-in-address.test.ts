import { expect, test } from "vitest";
import { safeAddress, safePath, signInAddress } from "./sign-in-address";

const leadsTo = (target: string | null) =>
  safePath(new URL(signInAddress(target), "http://localhost").searchParams.get("next"));

test("a sign-in leads on to what was asked for, its query as it was", () => {
  for (const target of [
    "/surveys?search=a%20%26%20b&page=2",
    "/pivots?project=1&rows=a;b",
    "/audit?a=b?c=d#e",
    "/ä?b=%",
  ])
    expect(leadsTo(target)).toBe(target);
  expect(signInAddress("/surveys?page=2")).toBe("/sign-in?next=%2Fsurveys%3Fpage%3D2");
});

test("the surveys, where it leads anyway, are not named", () => {
  for (const target of [null, "", "/surveys", "/surveys?", "/surveys?_rsc=1a2b"])
    expect(signInAddress(target)).toBe("/sign-in");
});

test("the parameter of Next's own fetches is not part of an address", () => {
  expect(leadsTo("/projects?search=a&_rsc=1a2b")).toBe("/projects?search=a");
  expect(leadsTo("/projects?_rsc=1a2b&search=_rsc=")).toBe("/projects?search=_rsc=");
});

const away = [
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "http://localhost:3100.evil.test/",
  "http://[evil",
  "javascript:alert(1)",
  "surveys",
  "*",
  "/.//evil.example/%",
  "/a/..//evil.example",
  "/./\\evil.example",
  "/%2e//evil.example",
  // No header may hold these, and a redirect would fail with them.
  "/surveys\r\nset-cookie: a=b",
  "/surveys\u0000",
];

test("no target leads away from here", () => {
  for (const target of away) {
    expect(signInAddress(target)).toBe("/sign-in");
    expect(safePath(target)).toBe("/surveys");
  }
});

test("of a target that is too long for a header its path is left, and of a path that is, nothing", () => {
  const long = "%20".repeat(3000);
  expect(leadsTo(`/trends?filter=${long}`)).toBe("/trends");
  expect(signInAddress(`/surveys/${long}`)).toBe("/sign-in");
});

test("an address leads on only within our own origin", () => {
  const origin = "http://localhost:3100";
  expect(safeAddress("http://localhost:3100/audit?page=2#top", origin)).toBe("/audit?page=2#top");
  expect(safeAddress("/audit?page=2", origin)).toBe("/audit?page=2");
  const elsewhere = ["http://localhost:3100@evil.test/", "http://localhost:3101/", "https://localhost:3100/"];
  for (const target of [...away, ...elsewhere, "http://localhost:3100//evil.test"])
    expect(safeAddress(target, origin)).toBe("/surveys");
});
