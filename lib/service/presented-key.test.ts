import { expect, test } from "vitest";
import type { Authentication } from "@/lib/contracts/interface-list";
import { presentedKey } from "./keys";

const request = new Request("http://built-in/x", {
  method: "POST",
  headers: { "x-api-key": "one", "api-key": "two", authorization: "three" },
});
const inPath: Authentication = { by: "path keys", parts: { publishable_key: "publishable", private_key: "private" } };

test.each<[string, Authentication, Record<string, string>, string]>([
  ["the header that is named", { by: "key", header: "api-key", kinds: ["private"] }, {}, "two"],
  ["another header", { by: "key", header: "authorization", kinds: ["private"] }, { private_key: "no" }, "three"],
  ["a header that is missing", { by: "key", header: "x-other", kinds: ["private"] }, {}, ""],
  ["the part of the path that holds one", inPath, { private_key: "four" }, "four"],
  ["the other part of the path", inPath, { publishable_key: "five" }, "five"],
  ["a path that holds none, whatever the headers have", inPath, { id: "six" }, ""],
  ["an interface of tokens, whatever the headers have", { by: "token" }, { private_key: "no" }, ""],
])("a request's key is read from %s", (_, authentication, params, key) => {
  expect(presentedKey(authentication, request, params)).toBe(key);
});
