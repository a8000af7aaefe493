import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReadPoint } from "@/lib/contracts/interfaces/analysis-replies";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { AppError } from "@/lib/http/problem";
import { question } from "@/lib/test-answers";
import { readExtent, sharesToAsk } from "./extent";
import { addDays, dayOf, startOfDay } from "./range";

type Answer = { id: string; at: number };

const LENGTH = { yearly: 4, monthly: 7, daily: 10 };
const FIRST_OF = { yearly: "-01-01", monthly: "-01", daily: "" };

const noShares = async () => [];

/** A trend service over these answers; one that knows nothing but the interface cuts time by UTC. */
function service(answers: readonly Answer[], knowsZones: boolean, mostPoints = Number.POSITIVE_INFINITY) {
  const asked: Record<string, unknown>[] = [];
  const ask = async (body: Record<string, unknown>) => {
    asked.push(body);
    const type = body.type as keyof typeof LENGTH;
    const zone = knowsZones ? ((body.timeZone as string | undefined) ?? "UTC") : "UTC";
    const [from, to] = [Date.parse(body.fromDate as string), Date.parse(body.toDate as string)];
    const wanted =
      (body.questions as string[] | undefined) ??
      [...new Set(answers.map(({ id }) => id))].filter((id) => !id.endsWith(" chosen"));
    const startOf = (at: number) => startOfDay(dayOf(at, zone).slice(0, LENGTH[type]) + FIRST_OF[type], zone);
    const years = new Date(to - 1).getUTCFullYear() - new Date(from).getUTCFullYear() + 1;
    if (type === "yearly" && wanted.length * years > mostPoints) throw new AppError("invalid", "Too many points.");
    const groups = (body.groups ?? {}) as Record<string, string[]>;
    const bucketsOf = (...ids: string[]) => {
      const filled = answers.filter((answer) => ids.includes(answer.id) && answer.at >= from && answer.at < to);
      const counts = new Map<number, number>([[startOf(from), 0]]);
      for (const { at } of filled) counts.set(startOf(at), (counts.get(startOf(at)) ?? 0) + 1);
      return [...counts].map(([at, count]) => ({ x: new Date(at).toISOString(), count, mean: count > 0 ? 1 : null }));
    };
    const responses = Object.fromEntries(wanted.map((id) => [id, bucketsOf(id, ...(groups[id] ?? [])) as ReadPoint[]]));
    const shares = ((body.shares as ShareAsked[] | undefined) ?? []).map(({ questionId, codes }) => {
      const unsaid = { chosen: null, share: null, weightedCount: null, weightedChosen: null, effectiveCount: null };
      const points = bucketsOf(`${questionId} chosen`).map(({ x, count }) => ({ x, count, ...unsaid }));
      return { questionId, codes, points };
    });
    return { responses, shares };
  };
  return { ask, asked };
}

const at = (moment: string) => Date.parse(moment);

describe("how far answers reach", () => {
  test("is told of all questions, also where they share a year and not a month", async () => {
    const { ask, asked } = service(
      [
        { id: "A", at: at("2024-01-10T12:00:00Z") },
        { id: "A", at: at("2024-06-02T12:00:00Z") },
        { id: "B", at: at("2024-07-05T12:00:00Z") },
        { id: "B", at: at("2024-12-20T12:00:00Z") },
      ],
      true,
    );
    const found = await readExtent(ask, "UTC", noShares);
    expect(found).toEqual({ questions: ["A", "B"], days: { from: "2024-01-10", to: "2024-12-20" }, unread: null });
    expect(asked.map(({ type }) => type).sort()).toEqual(["daily", "daily", "monthly", "yearly", "yearly", "yearly"]);
  });

  test("of more questions than a request may name is told of all of them", async () => {
    const answers = Array.from({ length: 2500 }, (_, place) => ({ id: `Q${place}`, at: at("2024-05-10T12:00:00Z") }));
    const { ask, asked } = service([...answers, { id: "Q2499", at: at("2024-06-20T12:00:00Z") }], true);
    expect((await readExtent(ask, "UTC", noShares)).days).toEqual({ from: "2024-05-10", to: "2024-06-20" });
    const named = asked.map(({ questions }) => (questions as string[] | undefined)?.length ?? 0);
    expect(Math.max(...named)).toBeLessThanOrEqual(2000);
  });

  test("is of the years that could be read, where the service fails over those far off", async () => {
    const { ask } = service([{ id: "A", at: at("2024-05-10T12:00:00Z") }], true);
    const failing = (code: "unavailable" | "unauthenticated") => async (body: Record<string, unknown>) => {
      if (String(body.fromDate) < "1970") throw new AppError(code, "The service is down.");
      return ask(body);
    };
    const days = { from: "2024-05-10", to: "2024-05-10" };
    const found = { questions: ["A"], days, unread: "The service is down." };
    expect(await readExtent(failing("unavailable"), "UTC", noShares)).toEqual(found);
    await expect(readExtent(failing("unauthenticated"), "UTC", noShares)).rejects.toThrow("down");
    // Where nothing was found, nobody knows that there is nothing.
    const empty = async (body: Record<string, unknown>) => {
      if (String(body.fromDate) < "1970") throw new AppError("unavailable", "The service is down.");
      return { responses: { A: [] }, shares: [] };
    };
    await expect(readExtent(empty, "UTC", noShares)).rejects.toThrow("down");
  });

  test("is in days by the clock of whoever looks", async () => {
    const answers = [
      { id: "A", at: at("2024-05-01T01:00:00Z") },
      { id: "A", at: at("2024-05-31T23:30:00Z") },
    ];
    const days = async (zone: string) => (await readExtent(service(answers, true).ask, zone, noShares)).days;
    expect(await days("UTC")).toEqual({ from: "2024-05-01", to: "2024-05-31" });
    expect(await days("America/New_York")).toEqual({ from: "2024-04-30", to: "2024-05-31" });
    expect(await days("Europe/Berlin")).toEqual({ from: "2024-05-01", to: "2024-06-01" });
  });

  test("of more questions than a reply has points for is asked in parts", async () => {
    const answers = Array.from({ length: 40 }, (_, place) => ({ id: `Q${place}`, at: at("2024-05-10T12:00:00Z") }));
    const { ask, asked } = service([...answers, { id: "Q7", at: at("1999-12-31T12:00:00Z") }], true, 1000);
    const { questions, days } = await readExtent(ask, "UTC", noShares);
    expect(days).toEqual({ from: "1999-12-31", to: "2024-05-10" });
    expect(questions).toHaveLength(40);
    expect(asked.filter(({ type }) => type === "yearly").length).toBeLessThan(10);
    const refusal = readExtent(service(answers, true, 10).ask, "UTC", noShares);
    await expect(refusal).rejects.toThrow("Too many points.");
  });

  test("where no question has a mean is told of options", async () => {
    const regions = question(1, "region", "single", { options: [[1, "North", null]] });
    const shares = sharesToAsk([question(2, "why", "open"), regions]);
    expect(shares).toEqual([{ questionId: "region", codes: [1] }]);
    const answers = ["2024-02-03T12:00:00Z", "2025-01-20T12:00:00Z"];
    const { ask, asked } = service(
      answers.map((moment) => ({ id: "region chosen", at: at(moment) })),
      true,
    );
    const found = await readExtent(ask, "UTC", async () => shares);
    expect(found).toEqual({ questions: [], days: { from: "2024-02-03", to: "2025-01-20" }, unread: null });
    expect(asked.slice(1).every(({ questions }) => (questions as string[]).length === 0)).toBe(true);
  });

  test("is that of options where they were asked for longer than what has a mean", async () => {
    const regions = question(1, "region", "single", { options: [[1, "North", null]] });
    const { ask } = service(
      [
        { id: "spent", at: at("2024-02-10T12:00:00Z") },
        { id: "spent", at: at("2024-03-20T12:00:00Z") },
        { id: "region chosen", at: at("2024-01-01T12:00:00Z") },
        { id: "region chosen", at: at("2024-09-26T12:00:00Z") },
      ],
      true,
    );
    for (const zone of ["UTC", "Asia/Kolkata"]) {
      const found = await readExtent(ask, zone, async () => sharesToAsk([regions]));
      expect(found).toEqual({ questions: ["spent"], days: { from: "2024-01-01", to: "2024-09-26" }, unread: null });
    }
  });

  test("goes back to 1900 and on to 2299, as times of answers do", async () => {
    const [early, late] = ["1900-01-01T12:00:00Z", "2299-12-31T12:00:00Z"];
    const days = { from: "1900-01-01", to: "2299-12-31" };
    const middle = { id: "A", at: at("2024-03-20T12:00:00Z") };
    const around = [early, late].map((moment) => ({ id: "B", at: at(moment) }));
    for (const answers of [around, [middle, ...around]]) {
      expect((await readExtent(service(answers, true).ask, "UTC", noShares)).days).toEqual(days);
    }
    const { ask } = service([middle, ...around], true);
    const refusing = async (body: Record<string, unknown>) => {
      if ((body.fromDate as string) < "1970") throw new AppError("invalid", "Begin in 1970 or later.");
      return ask(body);
    };
    const found = await readExtent(refusing, "UTC", noShares);
    expect(found.days).toEqual({ from: "2024-03-20", to: "2299-12-31" });
  });

  test("is told by the points that have a time, where a service sends something else beside them", async () => {
    const answers = ["2024-02-03T12:00:00Z", "2024-11-20T12:00:00Z"].map((moment) => ({ id: "A", at: at(moment) }));
    for (const knowsZones of [true, false]) {
      const { ask } = service(answers, knowsZones);
      const odd = async (body: Record<string, unknown>) => {
        const { responses, shares } = await ask(body);
        const points = ["soon", "", "1706745600"].map((x) => ({ x, count: 1, mean: 1 }) as ReadPoint);
        const beside = Object.entries(responses).map(([id, read]): [string, ReadPoint[]] => [id, [...points, ...read]]);
        return { responses: Object.fromEntries(beside), shares };
      };
      for (const zone of ["UTC", "America/New_York"]) {
        expect(await readExtent(odd, zone, noShares)).toEqual(await readExtent(ask, zone, noShares));
      }
    }
  });

  test("without answers is nothing", async () => {
    const { ask, asked } = service([], true);
    expect(await readExtent(ask, "Europe/Berlin", noShares)).toEqual({ questions: [], days: null, unread: null });
    expect(asked).toHaveLength(1);
  });

  test("leaves no answer out, and no day too many where the service knows the zone", async () => {
    const answer = fc.record({
      id: fc.constantFrom("A", "B", "C"),
      at: fc.integer({ min: at("1990-01-01"), max: at("2024-12-31") }),
    });
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland");
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 12 }),
        zones,
        fc.boolean(),
        async (answers, zone, knows) => {
          const { days } = await readExtent(service(answers, knows).ask, zone, noShares);
          const within = answers.map((each) => dayOf(each.at, zone)).sort();
          const [first = "", last = ""] = [within[0], within.at(-1)];
          if (knows || zone === "UTC") expect(days).toEqual({ from: first, to: last });
          else {
            expect([first, addDays(first, -1)]).toContain(days?.from);
            expect([last, addDays(last, 1)]).toContain(days?.to);
          }
        },
      ),
    );
  });
});
