import { expect, test } from "vitest";
import type { SessionSummary } from "@/lib/contracts/interfaces/fielding";
import { MOST_SUPPLIERS, prepareSummary } from "./prepare-summary";

type Group = SessionSummary["groups"][number];
const group = (change: Partial<Group>): Group => ({
  ...{ reason: "complete", status: "complete", supplier: "north", sessions: 1, starts: 1, cost: 2 },
  ...change,
});
const rejected = { reason: "not_qualified", status: "standard termination", starts: 0, cost: 0 } as const;
const nameOf = (code: string) => code.toUpperCase();
const rowsOf = (groups: Group[]) =>
  prepareSummary({ groups }, nameOf).rows.map(({ label, figures }) => [label, ...figures]);

test("adds sessions, starts, reasons and cost up by supplier, the one that sent most first", () => {
  const groups = [
    group({ sessions: 3, starts: 3, cost: 6 }),
    group({ ...rejected, sessions: 4 }),
    group({ ...rejected, supplier: "south", sessions: 20 }),
    group({ reason: null, status: "in progress", supplier: "south", sessions: 2, starts: 2, cost: 0 }),
  ];
  expect(prepareSummary({ groups }, nameOf).columns.map(({ label }) => label)).toEqual(["All", "SOUTH", "NORTH"]);
  expect(rowsOf(groups)).toEqual([
    ["Entered", 29, 22, 7],
    ["Starts", 5, 2, 3],
    ["Complete", 3, 0, 3],
    ["Not qualified", 24, 20, 4],
    ["In progress", 2, 2, 0],
    ["Cost", 6, 0, 6],
  ]);
});

test("one supplier has no column beside that of all", () => {
  expect(prepareSummary({ groups: [group({})] }, nameOf).columns).toHaveLength(1);
});

test("suppliers beyond those with a column stand together, and nothing is lost", () => {
  const groups = Array.from({ length: MOST_SUPPLIERS + 3 }, (_, at) =>
    group({ supplier: `s${at}`, sessions: 10 - at }),
  );
  const { columns, rows } = prepareSummary({ groups }, nameOf);
  expect(columns.at(-1)).toMatchObject({ label: "3 others", code: null });
  const [all = 0, ...parts] = rows[0]?.figures ?? [];
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
});

test("sessions of earlier releases, whose reason was not kept, are told apart by their status", () => {
  expect(
    rowsOf([
      group({ reason: null, status: "complete", supplier: null }),
      group({ reason: null, status: "quality termination", supplier: null, cost: 0 }),
    ]).slice(2, 4),
  ).toEqual([
    ["Complete, reason not recorded", 1],
    ["Quality termination, reason not recorded", 1],
  ]);
});

test("outcomes that the client's survey sent stand under its reason, and add up to it", () => {
  const sent = { reason: "client", cost: 0 } as const;
  const groups = [
    group({ ...sent, status: "quality termination", sessions: 2 }),
    group({ ...sent, status: "standard termination", sessions: 5 }),
  ];
  expect(rowsOf(groups).slice(2, 5)).toEqual([
    ["Terminated in the survey", 7],
    ["Standard termination", 5],
    ["Quality termination", 2],
  ]);
});
