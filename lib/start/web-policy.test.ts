import { expect, test } from "vitest";
import {
  cleanRequestHeaders,
  clientAddress,
  contentSecurityPolicy,
  hasReadablePath,
  hasTooManyParameters,
  isForRespondents,
  loggedPath,
  originForm,
  respondentPath,
  respondentPolicy,
  securityHeaders,
  withoutTrailingSlash,
} from "./web-policy";

test("believes X-Forwarded-For only as far as trusted proxies wrote it", () => {
  const forwarded = "6.6.6.6, 203.0.113.9, 10.0.0.2";
  expect(clientAddress(forwarded, "10.0.0.1", 0)).toBe("10.0.0.1");
  expect(clientAddress(forwarded, "10.0.0.1", 1)).toBe("10.0.0.2");
  expect(clientAddress(forwarded, "10.0.0.1", 2)).toBe("203.0.113.9");
  expect(clientAddress("203.0.113.9", "10.0.0.1", 2)).toBe("10.0.0.1");
  expect(clientAddress("nonsense", "10.0.0.1", 1)).toBe("10.0.0.1");
});

test("writes addresses in one notation", () => {
  expect(clientAddress(undefined, "::ffff:192.0.2.1", 0)).toBe("192.0.2.1");
  expect(clientAddress("192.0.2.1:5123", "::1", 1)).toBe("192.0.2.1");
  expect(clientAddress("[2001:db8::1]:443", "::1", 1)).toBe("2001:db8::1");
  expect(clientAddress(undefined, undefined, 0)).toBe("unknown");
});

test("removes what a client must not say, and sets its address itself", () => {
  const ours = {
    "x-client-address": "6.6.6.6",
    "x-nonce": "n",
    "x-middleware-subrequest": "m",
    "x-requested-target": "/",
  };
  const sent = { ...ours, accept: "*/*" };
  const direct = { ...sent, "x-forwarded-host": "evil.test", forwarded: "for=6.6.6.6" };
  cleanRequestHeaders(direct, "192.0.2.1", 0);
  expect(direct).toEqual({ accept: "*/*", "x-client-address": "192.0.2.1" });
  const proxied = { ...sent, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  cleanRequestHeaders(proxied, "10.0.0.1", 1);
  expect(proxied).toEqual({
    accept: "*/*",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": "https",
    "x-client-address": "203.0.113.9",
  });
});

test("allows eval in development only, and binds browsers to https only when reached by it", () => {
  expect(contentSecurityPolicy("n", false)).not.toContain("unsafe-eval");
  expect(contentSecurityPolicy("n", true)).toContain("'unsafe-eval'");
  const names = (url: string) => securityHeaders(url).map(([name]) => name);
  expect(names("http://localhost:3000")).not.toContain("strict-transport-security");
  expect(names("https://fieldwork.example")).toContain("strict-transport-security");
});

test("tells addresses of thousands of parameters from those that name thousands of things in one", () => {
  const parameters = (count: number) => `/sign-in?${Array.from({ length: count }, () => "a=").join("&")}`;
  expect(hasTooManyParameters(parameters(200))).toBe(false);
  expect(hasTooManyParameters(parameters(201))).toBe(true);
  expect(hasTooManyParameters(`/sign-in?${"&".repeat(60_000)}`)).toBe(true);
  const ids = Array.from({ length: 5000 }, (_, id) => id);
  expect(hasTooManyParameters(`/surveys?ids=${ids.join(",")}&statuses=Live,Paused`)).toBe(false);
  expect(hasTooManyParameters(`/surveys?ids=${encodeURIComponent(ids.join("&"))}`)).toBe(false);
  expect(hasTooManyParameters("/")).toBe(false);
});

test("takes the path out of a whole address", () => {
  expect(originForm("/a?b=http://c/")).toBe("/a?b=http://c/");
  expect(originForm("http://host:1/a?b")).toBe("/a?b");
  expect(originForm("http://host")).toBe("/");
  expect(originForm("http://host?x")).toBe("/?x");
});

test("takes the slash from the end of a call's path, and from no page's", () => {
  expect(withoutTrailingSlash("/service/analysis/trend/?a=b/")).toBe("/service/analysis/trend?a=b/");
  expect(withoutTrailingSlash("/api/demand/surveys//")).toBe("/api/demand/surveys");
  for (const target of ["/service/demand/surveys", "/surveys/", "/api/?a", "/", "/service/a/%2F"])
    expect(withoutTrailingSlash(target)).toBe(target === "/api/?a" ? "/api?a" : target);
});

test("reads a path that is text, whatever is in it or behind it, and no other", () => {
  for (const path of ["/", "/trend/%00", "/a%2Fb/%C3%A4?search=%ff", "/ä", "/100%25"])
    expect(hasReadablePath(path)).toBe(true);
  for (const path of ["/%ff", "/trend/%ED%A0%80", "/%", "/a/%4/b?c=d", "/%zz"])
    expect(hasReadablePath(path)).toBe(false);
});

test("respondents' addresses are those with a page of theirs, and no others", () => {
  for (const target of ["/enter/x", "/enter/%ff", "/return/complete?rid=a/b"])
    expect(isForRespondents(target)).toBe(true);
  for (const target of ["/enter", "/enter/", "/enter/x/", "/enter/x/y", "/api/enter/x", "/Enter/x", "/?/enter/x"]) {
    expect(isForRespondents(target)).toBe(false);
  }
});

test("Next sees a respondents' address without its query, and one that no survey has in place of what is no text", () => {
  expect(respondentPath("/enter/x?q=1&q=2")).toBe("/enter/x");
  expect(respondentPath("/enter/%ff?q=1")).toBe("/enter/-");
  expect(respondentPath("/return/%c3%28")).toBe("/return/-");
});

test("respondents' pages run and load nothing but their own style, and their form leads on to a survey", () => {
  expect(respondentPolicy("n")).toContain("default-src 'none'; style-src 'nonce-n'; form-action 'self' http: https:");
});

test("of a request nothing is logged that can be a key", () => {
  expect(loggedPath("/service/fraud/api/v4/respondents/search/secret?sn_ud=1")).toBe("/service/fraud");
  expect(loggedPath("/service")).toBe("/service");
  expect(loggedPath("/surveys/7?tab=quotas")).toBe("/surveys/7");
});
