import { describe, expect, test } from "vitest";
import { activate, lookUp } from "@/lib/contracts/interfaces/activation";
import { createProject, listSurveys, updateSurvey } from "@/lib/contracts/interfaces/demand";
import { writingOf } from "@/lib/http/writing";
import { notUnderstood, queueTooLong, ReplyLost, refusal, retryAfterMs } from "./errors";

const PANEL = { service: "Panel" };
const refused = (status: number, body: unknown = null, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers: new Headers(headers),
});

describe("a service's refusal", () => {
  test("keeps the service's sentence and maps its status to one of our codes", () => {
    const codes = [400, 401, 403, 404, 409, 412, 418, 429].map((status) => [
      status,
      refusal(refused(status, { message: "No." }), PANEL).code,
    ]);
    expect(codes).toEqual([
      [400, "invalid"],
      [401, "unauthenticated"],
      [403, "forbidden"],
      [404, "not_found"],
      [409, "conflict"],
      [412, "conflict"],
      [418, "invalid"],
      [429, "busy"],
    ]);
    expect(refusal(refused(400, { message: "Survey name is required." }), PANEL).message).toBe(
      "Survey name is required.",
    );
  });

  test("keeps a 405 apart from other refusals: it says that there is no such operation", () => {
    expect(refusal(refused(405), PANEL)).toMatchObject({ code: "invalid", status: 405 });
    expect(refusal(refused(418), PANEL).status).toBe(400);
  });

  test("is a sentence of ours when the service says nothing that can be shown", () => {
    for (const body of [null, "oops", [], {}, { message: " " }]) {
      expect(refusal(refused(400, body), PANEL).message).toBe("Panel refused this request (400).");
    }
  });

  test("never repeats a secret, and is one line of bearable length", () => {
    const token = "abc.def.ghi";
    const said = { message: `bad\n\u0000token ${token} ${"x".repeat(10_000)}` };
    const { message } = refusal(refused(400, said), { ...PANEL, secrets: { proofs: [token, ""], personal: [] } });
    expect(message).not.toContain(token);
    expect(message).toMatch(/^bad token … x+…$/);
    expect(message.length).toBeLessThan(510);
  });

  test("of 500 and above leaves open whether the request was carried out", () => {
    const lost = [500, 502, 503, 504].map((status) => refusal(refused(status, { message: "Down" }), PANEL));
    expect(lost.every((error) => error instanceof ReplyLost)).toBe(true);
    expect(lost.map((error) => (error as ReplyLost).mayStillHappen)).toEqual([false, true, false, true]);
    expect(lost[0]?.message).toBe("Panel reports an error: Down. Try again in a moment.");
  });

  test("names a redirect for what it is", () => {
    expect(refusal(refused(302), PANEL)).toMatchObject({ code: "unavailable" });
  });

  test("of 429 hands on how long to wait, and says to who writes that nothing was saved", () => {
    const wait = refused(429, { message: "Too many requests." }, { "retry-after": "7" });
    expect(refusal(wait, PANEL).headers).toEqual({ "retry-after": "7" });
    expect(refusal(wait, PANEL).message).toBe("Panel asks to wait 7 s. Try again then.");
    const writing = [updateSurvey, createProject, activate, listSurveys, lookUp].map(writingOf);
    expect(writing.map((of) => refusal(wait, { ...PANEL, writing: of }).message)).toEqual([
      "Panel asks to wait 7 s. Nothing was saved.",
      "Panel asks to wait 7 s. The project was not created.",
      "Panel asks to wait 7 s. Nothing was changed.",
      ...Array(2).fill("Panel asks to wait 7 s. Try again then."),
    ]);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1);
  const read = (value?: string) => retryAfterMs(new Headers(value === undefined ? {} : { "retry-after": value }), now);

  test("is read in seconds and as a date", () => {
    expect(read("3")).toBe(3000);
    expect(read(" 0.5 ")).toBe(500);
    expect(read("Thu, 01 Jan 2026 00:00:09 GMT")).toBe(9000);
  });

  test("as a date counts from the service's own clock, where the reply says what that shows", () => {
    const ahead = { "retry-after": "Thu, 01 Jan 2026 05:00:09 GMT", date: "Thu, 01 Jan 2026 05:00:00 GMT" };
    const behind = { "retry-after": "Wed, 31 Dec 2025 19:00:09 GMT", date: "Wed, 31 Dec 2025 19:00:00 GMT" };
    expect([ahead, behind].map((headers) => retryAfterMs(new Headers(headers), now))).toEqual([9000, 9000]);
  });

  test("is a second when it is missing, past or nonsense, and ten minutes at most", () => {
    for (const value of [undefined, "", "0", "-4", "soon", "Thu, 01 Jan 2015 00:00:00 GMT"])
      expect(read(value)).toBe(1000);
    expect(read("86400")).toBe(600_000);
  });
});

test("a reply that cannot be read leaves open whether a write happened", () => {
  expect(notUnderstood("Panel", "it is empty").mayStillHappen).toBe(true);
});

test("a full queue says how long, when that is known", () => {
  expect(queueTooLong(PANEL, null).message).toContain("Many requests are waiting");
  const late = queueTooLong(PANEL, 41_200);
  expect(late.message).toBe("Panel asks to wait 42 s. Try again then.");
  expect(late.headers).toEqual({ "retry-after": "42" });
});
