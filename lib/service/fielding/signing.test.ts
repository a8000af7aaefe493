import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Outcome } from "@/lib/contracts/terms/fielding";
import { env } from "@/lib/env";
import type { FieldSupplier } from "@/lib/stores/postgres/fielding";
import { seal } from "@/lib/stores/postgres/sealed";
import { fillEndLink } from "./end-link";
import { accountHashKey, hashOf, isHashOf } from "./hash-keys";
import { isTestToken, testRespondent, testToken } from "./test-links";

env.APP_SECRET ??= "only for tests, only for tests, only for tests";

describe("a hash", () => {
  const key = { algorithm: "SHA-256" as const, key: "k" };
  const text = "https://x.test/return/complete?rid=ü";
  const right = createHmac("sha256", "k").update(text, "utf8").digest("hex");

  test("is the lower-case hex HMAC by the account's algorithm, accepted in either case", () => {
    expect(hashOf(text, key)).toBe(right);
    expect(hashOf(text, { ...key, algorithm: "SHA-512" })).toHaveLength(128);
    for (const hash of [right, right.toUpperCase()]) expect(isHashOf(hash, text, key)).toBe(true);
  });

  test.each(["", right.slice(1), `${right}0`, ` ${right}`, right.replace(/.$/, "g"), "ſ".repeat(64), "İ".repeat(32)])(
    "like %j is none",
    (hash) => expect(isHashOf(hash, text, key)).toBe(false),
  );

  test("is made with the account's key, or with one that follows from its id where none was set", () => {
    const keyOf = (id: string, sealedKey: Uint8Array | null) =>
      accountHashKey({ id, algorithm: "SHA-256", sealedKey }).key;
    expect(keyOf("a", seal("own"))).toBe("own");
    expect(keyOf("a", null)).toMatch(/^[0-9a-f]{64}$/);
    expect(keyOf("a", null)).not.toBe(keyOf("b", null));
    // Sealed with another installation's secret.
    expect(keyOf("a", Buffer.alloc(40))).toBe(keyOf("a", null));
  });
});

describe("an end link", () => {
  const supplier = (link: string, change: Partial<FieldSupplier> = {}): FieldSupplier => ({
    ...{ code: "p", end_links: { complete: link }, hash_algorithm: null, hash_parameter: null, hash_key: null },
    ...change,
  });
  const ended = { rid: "r/1", respondent: "ä&=[%RID%]$&", outcome: "complete" as Outcome, reason: "not_qualified:2" };
  const signed = { hash_algorithm: "SHA-256" as const, hash_parameter: "sig", hash_key: seal("k") };

  test("is filled in percent-encoded in one pass; what it does not know stays", () => {
    const link = "https://p.test/?a=[%RESPONDENT%]&b=[%RID%]&c=[%OUTCOME%]&d=[%REASON%]&e=[%X%]&f=[%RID%]";
    const respondent = "%C3%A4%26%3D%5B%25RID%25%5D%24%26";
    expect(fillEndLink(supplier(link), ended)).toBe(
      `https://p.test/?a=${respondent}&b=r%2F1&c=complete&d=not_qualified&e=[%X%]&f=r%2F1`,
    );
  });

  test.each([
    ["https://p.test/end", "?"],
    ["https://p.test/end?x=1", "&"],
  ])("%s carries the hash of all before its parameter", (link, sign) => {
    const hash = createHmac("sha256", "k").update(link).digest("hex");
    expect(fillEndLink(supplier(link, signed), ended)).toBe(`${link}${sign}sig=${hash}`);
  });

  test("is none for an outcome or a supplier without one", () => {
    expect(fillEndLink(supplier("https://p.test/"), { ...ended, outcome: "quality_termination" })).toBeNull();
    expect(fillEndLink(undefined, ended)).toBeNull();
  });
});

describe("a test token", () => {
  const [survey, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const until = 1_800_000_000_000;
  const token = testToken(survey, until);
  const [, signature = ""] = token.split(".");

  test("is good for its survey until its time", () => {
    expect(isTestToken(token, survey, until - 1)).toBe(true);
    expect(isTestToken(token, survey, until)).toBe(false);
    expect(isTestToken(token, other, until - 1)).toBe(false);
  });

  test.each([
    "",
    ".",
    signature,
    `${until}.`,
    `${until + 1}.${signature}`,
    `${until}.${signature.toLowerCase().replace(/^./, "_")}`,
    `${until}.${signature}A`,
    `-1.${signature}`,
    `Infinity.${signature}`,
    `1e99.${signature}`,
    `${until}.${"ü".repeat(11)}`,
  ])("like %j is none", (forged) => expect(isTestToken(forged, survey, 0)).toBe(false));

  test("has respondents of its own, whatever a supplier's id it is used with", () => {
    const made = testRespondent(null);
    expect(testRespondent(made)).toBe(made);
    for (const given of ["real", crypto.randomUUID(), `${made}x`, ""]) expect(testRespondent(given)).not.toBe(given);
  });
});
