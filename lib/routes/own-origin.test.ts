import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { refuseForeignWrites } from "./own-origin";

/** Whether a request with these headers is let through. */
function passes(headers: Record<string, string>, { method = "POST", publicUrl = "http://fieldwork.test:3000" } = {}) {
  const before = env.PUBLIC_URL;
  env.PUBLIC_URL = publicUrl;
  try {
    refuseForeignWrites({ method, headers: new Headers(headers) });
    return true;
  } catch {
    return false;
  } finally {
    env.PUBLIC_URL = before;
  }
}

test.each([
  ["our own page", { origin: "http://fieldwork.test:3000", "sec-fetch-site": "same-origin" }, true],
  ["our own page under another name", { origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" }, true],
  ["a client that is no browser", { "user-agent": "curl/8.0" }, true],
  ["a browser that hides where it comes from", { "sec-fetch-mode": "cors" }, false],
  ["a browser that says half of it", { "sec-fetch-site": "same-origin" }, false],
  ["another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }, false],
  ["another site whose browser says no more", { origin: "https://evil.test" }, false],
  ["another site that looks like ours", { origin: "http://fieldwork.test:3000.evil.test" }, false],
  ["another port of our host", { origin: "http://fieldwork.test:4000", "sec-fetch-site": "same-site" }, false],
  ["a page without an origin", { origin: "null", "sec-fetch-site": "same-origin" }, false],
  ["https of our plain name", { origin: "https://10.0.0.5:3000", host: "10.0.0.5:3000" }, false],
])("a write of %s", (_, headers, expected) => {
  expect(passes(headers)).toBe(expected);
});

test("over https only the public address is our own", () => {
  const secure = { publicUrl: "https://fieldwork.test" };
  expect(passes({ origin: "https://fieldwork.test", host: "fieldwork.test" }, secure)).toBe(true);
  expect(passes({ origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" }, secure)).toBe(false);
});

test("reads need no origin", () => {
  expect(passes({ "sec-fetch-site": "cross-site", origin: "https://evil.test" }, { method: "GET" })).toBe(true);
});
