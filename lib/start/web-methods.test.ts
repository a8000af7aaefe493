import { expect, test } from "vitest";
import { refuseMethod } from "./web-methods";

const allow = (method: string, target: string) => {
  const refusal = refuseMethod(method, target);
  return refusal && [refusal.status, refusal.allow];
};

test.each([
  ["TRACE", "/service/demand/surveys?page=1", [405, "GET, POST, PATCH"]],
  ["PROPFIND", "/service/demand/tokens", [405, "POST"]],
  ["OPTIONS", "/api/views", [405, "GET, POST, PATCH"]],
  ["TRACE", "/api/%76iews", [405, "GET, POST, PATCH"]],
  ["TRACE", "/api/auth/callback/credentials", [405, "GET, POST"]],
  ["TRACE", "/api/health", [405, "GET"]],
  ["TRACE", "/service/openapi.json", [405, "GET"]],
  ["LOCK", "/service/pivot/openapi.json", [405, "GET"]],
  ["TRACE", "/service/nothing", [404, undefined]],
  ["TRACE", "/api", [404, undefined]],
  ["POST", "/surveys", [405, "GET, HEAD"]],
  ["DELETE", "/sign-in", [405, "GET, HEAD"]],
  ["TRACE", "/_next/static/a.js", [405, "GET, HEAD"]],
  ["GET", "/surveys", null],
  ["HEAD", "/", null],
  ["DELETE", "/service/demand/surveys", null],
  ["POST", "/enter/1", null],
  ["PUT", "/scim/v2/Users/1", null],
  ["TRACE", "/scim/v2/Users", [405, "GET, POST"]],
  ["PROPFIND", "/scim/v2/Users/1", [405, "GET, PUT, PATCH, DELETE"]],
  ["OPTIONS", "/scim/v2/ServiceProviderConfig", [405, "GET"]],
  ["TRACE", "/scim/v2/Users/", [404, undefined]],
  ["TRACE", "/scim/v2/Users/1/2", [404, undefined]],
  ["TRACE", "/scim/v2/Groups", [404, undefined]],
  ["TRACE", "/scim/v2", [404, undefined]],
  ["TRACE", "/api/saml/corporate", [405, "POST"]],
  ["PROPFIND", "/api/saml/corporate/begin", [405, "GET"]],
  ["TRACE", "/api/saml/corporate/nothing", [404, undefined]],
  ["TRACE", "/api/saml", [404, undefined]],
  ["TRACE", "/enter/1?supplier=2", [405, "GET, HEAD"]],
  ["OPTIONS", "/return/complete?rid=1", [405, "GET, HEAD"]],
  ["TRACE", "/enter", [404, undefined]],
  ["TRACE", "/return/complete/more", [404, undefined]],
  ["OPTIONS", "/service/quality/v3/addRespondent", null],
  ["OPTIONS", "/service/quality/v3/getRespondent", [405, "POST"]],
  ["OPTIONS", "/api/quality/v3/addRespondent", [405, "POST"]],
])("%s %s: %j", (method, target, expected) => {
  expect(allow(method, target)).toEqual(expected);
});

const routeFiles = import.meta.glob<string>("/app/**/route.ts", { query: "?raw", import: "default", eager: true });

/** An example for each folder of a route file that stands for any name. */
const examples: Record<string, string> = { "[...path]": "v3/addRespondent", "[...nextauth]": "session" };
const addressOf = (file: string) =>
  file
    .replace(/^\/app|\/route\.ts$/g, "")
    .split("/")
    .map((folder) => examples[folder] ?? (folder.startsWith("[") ? "any" : folder))
    .join("/");

/** A file's `refuse` names the methods that the file has. */
const declared = Object.entries(routeFiles).flatMap(([file, source]) => {
  const methods = /refuse\("([A-Z, ]+)"\)/.exec(source)?.[1];
  return methods === undefined ? [] : [{ address: addressOf(file), methods }];
});

test("every address of a route file answers an unknown method with the methods that its file declares", () => {
  expect(declared.length).toBeGreaterThan(100);
  const sorted = (methods: string | undefined) => methods?.split(", ").toSorted();
  for (const { address, methods } of declared) {
    const refusal = refuseMethod("TRACE", address);
    expect([refusal?.status, sorted(refusal?.allow)], address).toEqual([405, sorted(methods)]);
  }
});
