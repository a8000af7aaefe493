import { describe, expect, test } from "vitest";
import type { ReadVerdict } from "@/lib/contracts/interfaces/fraud-replies";
import { readTextScores, readVerdict } from "@/lib/contracts/interfaces/fraud-replies";
import { failureReasons, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { platformsText, readPlatforms } from "./platforms";
import { reasonsInWords, supplierDays } from "./reasons-table";
import { supplierText } from "./supplier-text";
import {
  checkLines,
  coverageText,
  dryRunText,
  inFormWords,
  reasonText,
  unansweredEntriesText,
  verdictText,
} from "./words";

const verdict = (change: Partial<ReadVerdict> = {}): ReadVerdict => ({
  ...{ failure_reason: "02", fails: true, risk: 92, duplicate_score: 92, threat_score: 0, country_code: null },
  ...{ country_mismatch: null, initial_session: "s0", destination: null },
  checks: { duplicate: "found", crawler: "nothing found", vpn: "not checked" },
  findings: [{ check: "duplicate", score: 92, evidence: "The same panel id as session s0." }],
  ...change,
});

describe("a verdict", () => {
  test("says why in words, and never that somebody is clean", () => {
    expect(verdictText(verdict())).toBe("Fails: duplicate in the survey");
    expect(verdictText(verdict({ fails: false, failure_reason: "01" }))).toBe("Passes");
    expect(verdictText(verdict({ failure_reason: null }))).toBe("Fails, without a known reason");
    expect(reasonText(verdict({ failure_reason: null }))).toMatch(/no reason that this product knows/);
    expect(reasonText(verdict({ fails: false, failure_reason: "01" }))).toMatch(/^Nothing that was checked/);
  });

  test("tells what was found first, then what was not checked and why", () => {
    expect(checkLines(verdict()).map(({ check, says }) => [check, says])).toEqual([
      ["duplicate", "The same panel id as session s0."],
      ["vpn", "There is no such list, or no public address was given."],
      ["crawler", null],
    ]);
    expect(coverageText(verdict())).toBe(
      "1 check found nothing, 1 could not be made: that says nothing for the respondent.",
    );
    expect(coverageText(verdict({ checks: null }))).toBe("The service does not say which checks it made.");
  });
});

describe("the text for a supplier", () => {
  const session = { session_id: "abc", survey_name: "Shoes", survey_number: "7" };

  test.each(failureReasons.filter((reason) => reason !== NO_FAILURE))("explains %s without the method", (reason) => {
    const text = supplierText({ ...session, verdict: verdict({ failure_reason: reason }) }) ?? "";
    expect(text).toContain("Session abc of the survey “Shoes” (7) was not accepted.");
    const method =
      /cookie|e-mail|panel id|address|\bIP\b|VPN|Tor\b|proxy|list|browser|developer|emulator|crawler|score|network|s0|92/i;
    expect(text).not.toMatch(method);
  });

  test("is there for a rejection alone, also for one without a known reason", () => {
    expect(supplierText({ ...session, verdict: null })).toBeNull();
    expect(supplierText({ ...session, verdict: verdict({ fails: false, failure_reason: "01" }) })).toBeNull();
    expect(supplierText({ ...session, verdict: verdict({ failure_reason: null }) })).toContain("terms of the survey");
  });
});

test("counts come together by supplier and day, who failed most first", () => {
  const rows = supplierDays([
    { day: "2030-01-01", supplier: "North", reason: "01", sessions: 5 },
    { day: "2030-01-02", supplier: "North", reason: "01", sessions: 7 },
    { day: "2030-01-02", supplier: null, reason: "08", sessions: 1 },
    { day: "2030-01-02", supplier: null, reason: "02", sessions: 1200 },
  ]);
  expect(rows.map(({ day, supplier, checked, failed }) => [day, supplier, checked, failed])).toEqual([
    ["2030-01-02", null, 1201, 1201],
    ["2030-01-02", "North", 7, 0],
    ["2030-01-01", "North", 5, 0],
  ]);
  const [first] = rows;
  expect(first && reasonsInWords(first, (value) => value.toLocaleString("en"))).toBe(
    "Duplicate in the survey 1,200, Crawler 1",
  );
});

test("platforms are edited as lines, and the first line that is none is named", () => {
  const platforms = [
    { id: "p1", name: "North" },
    { id: "p2", name: "South, East" },
  ];
  expect(readPlatforms(`${platformsText(platforms)}\n\n`)).toEqual({ platforms, problem: null });
  expect(readPlatforms("p1, North\nSouth").problem).toMatch(/^Line 2 needs an id/);
  expect(readPlatforms("p1, North\n p1 ,South").problem).toMatch(/^Line 2 has the id p1 again/);
});

test("a dry run is told in one sentence", () => {
  const count = (value: number) => value.toLocaleString("en");
  const reasons = [
    { failure_reason: "02" as const, completes: 9 },
    { failure_reason: "08" as const, completes: 3 },
  ];
  const run = { completes: 1040, checked: 1040, stopped: 12, reasons, more: false };
  expect(dryRunText(run, count)).toBe(
    "12 of 1,040 completes of the last 30 days would have been stopped: duplicate in the survey 9, crawler 3.",
  );
  expect(dryRunText({ ...run, checked: 40 }, count)).toMatch(/Only 40 of them were checked\.$/);
  expect(dryRunText({ ...run, completes: 0 }, count)).toMatch(/^There were no completes/);
});

test("a dry run keeps the capitals of names", () => {
  const reasons = [{ failure_reason: "04" as const, completes: 2 }];
  expect(dryRunText({ completes: 9, checked: 9, stopped: 2, reasons, more: false }, String)).toMatch(/: VPN 2\.$/);
});

test("respondents who entered without an answer are counted in one sentence", () => {
  const of = (let_in: number, turned_away: number) =>
    unansweredEntriesText({ unanswered_at_entry: { let_in, turned_away, last_at: null } }, String);
  expect(of(9, 1)).toBe("In the last 30 days 9 respondents entered without an answer, and 1 was turned away.");
  expect(of(1, 0)).toBe("In the last 30 days 1 respondent entered without an answer, and 0 were turned away.");
  expect(of(0, 0)).toMatch(/^Every check at entry .* was answered in time\.$/);
  expect(unansweredEntriesText({ unanswered_at_entry: null }, String)).toBeNull();
});

test("a server's sentence names fields as the form does", () => {
  expect(inFormWords("rt_ip_address must be an IPv4 or IPv6 address.")).toBe(
    "IP address must be an IPv4 or IPv6 address.",
  );
  expect(inFormWords("text must be text.")).toBe("Answer must be text.");
});

test("replies of another service are read leniently", () => {
  expect(readVerdict({}, "s1")).toBeNull();
  expect(readVerdict({ Surveys: [{ failure_reason: 99, flag: "0" }] }, "s1")).toMatchObject({
    ...{ failure_reason: null, fails: false, risk: null, checks: null, findings: null },
  });
  expect(
    readVerdict(
      {
        Surveys: [
          { sn_ud: "x", failure_reason: "01" },
          { sn_ud: "s1", failure_reason: "4" },
        ],
      },
      "s1",
    ),
  ).toMatchObject({
    ...{ failure_reason: "04", fails: true },
  });
  expect(readTextScores({ results: [{}] })).toBeNull();
});
