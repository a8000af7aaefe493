import { expect, test } from "vitest";
import type { SessionHistory } from "@/lib/contracts/interfaces/fielding";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { prepareHistory } from "./prepare-history";
import { pathText, sessionTable } from "./session-table";
import { reasonText, type SessionNames, sessionStatus } from "./words";

const names: SessionNames = {
  question: (id) => (id === "2" ? "Gender" : `Question ${id}`),
  options: (_, ids) => ids.map((id) => (id === 2 ? "Female" : `#${id}`)).join(", "),
  quota: (id) => (id === "q" ? "Women" : id),
  supplier: (code) => (code === "north" ? "North Panel" : code),
};

const format = formatFor(usualSettings);

const session = (change: Partial<SessionHistory> = {}): SessionHistory => ({
  ...{ rid: "r", survey_id: "s", supplier: "north", respondent: "p1", test: false, status: "complete" as const },
  ...{ reason: "complete", reconciliation_status: null, reached: true, device: "mobile", hash: null, price: 2 },
  qualification_attributes: [{ question_id: 2, option_ids: [2] }],
  ...{ quota_attributes: ["q"], started_at: "2026-01-01T10:00:00Z", ended_at: "2026-01-01T10:12:00Z" },
  ...{ expires_at: "2026-01-01T14:00:00Z", refused_returns: 0, returns: [] },
  ...change,
});

const titles = (change: Partial<SessionHistory>) => prepareHistory(session(change), names).map(({ title }) => title);

test("a complete is told from its entry to its return", () => {
  expect(prepareHistory(session({ hash: "valid" }), names)).toMatchObject([
    { title: "Entered", lines: ["From North Panel", "As respondent p1", "On mobile", "Gender: Female"] },
    { title: "Sent to the survey", lines: ["Quotas: Women"] },
    { title: "Returned: Complete", lines: ["Hash valid"], tone: "good" },
  ]);
});

test("who was turned away never stands as sent to the survey, and the reason names the question", () => {
  const change = { status: "standard termination", reason: "not_qualified:2", reached: false } as const;
  expect(titles(change)).toEqual(["Entered", "Turned away: Not qualified: Gender"]);
  expect(prepareHistory(session(change), names).at(-1)?.lines).toEqual([
    "Sent back with the outcome: Standard termination",
  ]);
});

test("returns that changed nothing stand at their times among what did", () => {
  const returns: SessionHistory["returns"] = [
    { outcome: "complete", refusal: "forged", at: "2026-01-01T10:05:00Z" },
    { outcome: "complete", refusal: "replay", at: "2026-01-01T10:20:00Z" },
  ];
  expect(titles({ returns })).toEqual([
    "Entered",
    "Sent to the survey",
    "Return refused: Complete",
    "Returned: Complete",
    "Return refused: Complete",
  ]);
});

test("a session under way says until when its place is held", () => {
  const open = session({ status: "in progress", reason: null, ended_at: null });
  expect(prepareHistory(open, names).at(-1)).toMatchObject({ title: "Place held until", at: open.expires_at });
});

test("an expired session is in progress no more, and ended when its place did", () => {
  const expired = session({ status: "in progress", reason: "expired", ended_at: null });
  expect(sessionStatus(expired)).toBe("Expired");
  expect(prepareHistory(expired, names).at(-1)).toMatchObject({
    title: "Expired without a return",
    at: expired.expires_at,
  });
});

test("a reconciled session says how it was decided", () => {
  expect(reasonText(session({ reason: "fraud:02" }), names)).toBe("Fraud check: Duplicate in the survey");
  expect(reasonText(session({ reason: "fraud:unanswered" }), names)).toBe("Fraud check: Not answered");
  expect(reasonText(session({ reason: "reconciled", reconciliation_status: "Rejected" }), names)).toBe(
    "Rejected by reconciliation",
  );
});

test("a path says in one line how far somebody came and what was refused", () => {
  expect(pathText(session({ hash: "valid", refused_returns: 1 }), format)).toBe(
    "Mobile · 12 min in the survey · hash valid · 1 refused return",
  );
  expect(pathText(session({ device: null, reached: false }), format)).toBe("Turned away at entry");
});

test("a file has the parts of the path in columns of their own", () => {
  const columns = sessionTable(names);
  const cellOf = (id: string) => columns.find((column) => column.id === id)?.value(session());
  expect(["answers", "quotas", "reached", "device"].map(cellOf)).toEqual(["Gender: Female", "Women", "Yes", "mobile"]);
  expect(columns.find(({ id }) => id === "path")?.forms).toEqual([]);
});
