import { expect, test } from "vitest";
import { credentialsOf, isKnown } from "./credentials";

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const expected = { user: "fieldwork", password: "a:b" };

test("knows who sends user and password, in either of the protocol's two ways", () => {
  expect(isKnown(credentialsOf(basic("fieldwork:a:b")), expected)).toBe(true);
  expect(isKnown(credentialsOf({ "x-clickhouse-user": "fieldwork", "x-clickhouse-key": "a:b" }), expected)).toBe(true);
});

test.each([
  [{}],
  [basic("")],
  [basic("fieldwork:a")],
  [basic("fieldwork:a:b ")],
  [basic("fieldwork:a:b\0")],
  [basic("Fieldwork:a:b")],
  [{ authorization: "Bearer x" }],
  [{ "x-clickhouse-user": "fieldwork" }],
])("does not know %j", (headers) => {
  expect(isKnown(credentialsOf(headers), expected)).toBe(false);
});

test("an engine without a password is open to nobody who sends none", () => {
  expect(isKnown(credentialsOf({}), { user: "", password: "" })).toBe(false);
});
