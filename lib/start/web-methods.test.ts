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
  ["TRACE", "/scim/v2/Users/1", [404, undefined]],
  ["OPTIONS", "/service/quality/v3/addRespondent", null],
  ["OPTIONS", "/service/quality/v3/getRespondent", [405, "POST"]],
  ["OPTIONS", "/api/quality/v3/addRespondent", [405, "POST"]],
])("%s %s: %j", (method, target, expected) => {
  expect(allow(method, target)).toEqual(expected);
});
