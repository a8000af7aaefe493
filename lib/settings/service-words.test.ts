import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServiceHealth } from "@/lib/contracts/ours/settings";
import { formatFor } from "@/lib/tables/format";
import { serviceNotices, worstState } from "./service-words";

const format = formatFor({ timeZone: "UTC", numbers: "1,234.5" });
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T12:04:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

type Service = ServiceHealth["services"][number];
const service = (name: string, given: Partial<Service> = {}): Service => ({
  name,
  title: name === "demand" ? "Survey demand" : "Analysis",
  state: "responding",
  since: null,
  until: null,
  last_reply_at: null,
  ...given,
});
const down = { state: "not responding", since: "2026-03-01T11:58:00Z" } as const;
const copy = { as_of: "2026-03-01T12:00:00Z", is_being_read: false, problem: null };
const texts = (health: ServiceHealth, used = ["demand"], showsCopy = true) =>
  serviceNotices(health, used, { connection: "Production", format, showsCopy }).map(({ text }) => text);

test("a service that does not respond is told with the age of what is shown", () => {
  expect(texts({ services: [service("demand", down)], copy })).toEqual([
    "Production has not responded since 11:58. Showing figures from 12:00 (4 minutes ago).",
  ]);
});

test("the age of the copy is not told where nothing of it is shown", () => {
  const health = { services: [service("demand", down)], copy: { ...copy, problem: "Production is not responding." } };
  expect(texts(health, ["demand"], false)).toEqual(["Production has not responded since 11:58."]);
  expect(texts({ ...health, services: [service("demand")] }, ["demand"], false)).toEqual([]);
});

test("one service of several is named, and told where a page depends on it alone", () => {
  const health = { services: [service("demand"), service("analysis", down)], copy };
  expect(texts(health)).toEqual([]);
  expect(texts(health, ["demand", "analysis"])).toEqual(["Production (Analysis) has not responded since 11:58."]);
  expect(worstState(health.services)).toBe("not responding");
});

test("a limit says until when, and a slow service that it is slow", () => {
  const limited = service("demand", { state: "limited", until: "2026-03-01T12:04:20Z" });
  expect(texts({ services: [limited], copy })).toEqual(["Production is limiting requests until 12:04:20."]);
  expect(texts({ services: [service("demand", { state: "slow" })], copy: null })).toEqual([
    "Production is responding slowly.",
  ]);
});

test("a refresh that failed is told although there is a copy", () => {
  const problem = "Production answered with something that cannot be read: it is empty.";
  expect(texts({ services: [service("demand")], copy: { ...copy, problem } })).toEqual([
    `The list of surveys could not be refreshed: ${problem} Showing figures from 12:00 (4 minutes ago).`,
  ]);
});
