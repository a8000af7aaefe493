import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReadPoint } from "@/lib/contracts/analysis";
import { readExtent } from "./extent";
import { addDays, dayOf, startOfDay } from "./range";

type Answer = { id: string; at: number };

const LENGTH = { yearly: 4, monthly: 7, daily: 10 };
const FIRST_OF = { yearly: "-01-01", monthly: "-01", daily: "" };

/** A trend service over these answers; one that knows nothing but the interface cuts time by UTC. */
function service(answers: readonly Answer[], knowsZones: boolean) {
  const asked: Record<string, unknown>[] = [];
  const ask = async (body: Record<string, unknown>) => {
    asked.push(body);
    const type = body.type as keyof typeof LENGTH;
    const zone = knowsZones ? ((body.timeZone as string | undefined) ?? "UTC") : "UTC";
    const [from, to] = [Date.parse(body.fromDate as string), Date.parse(body.toDate as string)];
    const wanted = (body.questions as string[] | undefined) ?? [...new Set(answers.map(({ id }) => id))];
    const startOf = (at: number) => startOfDay(dayOf(at, zone).slice(0, LENGTH[type]) + FIRST_OF[type], zone);
    const responses = Object.fromEntries(
      wanted.map((id) => {
        const filled = answers.filter((answer) => answer.id === id && answer.at >= from && answer.at < to);
        const means = new Map<number, number | null>([[startOf(from), null]]);
        for (const { at } of filled) means.set(startOf(at), 1);
        return [id, [...means].map(([at, mean]) => ({ x: new Date(at).toISOString(), mean }) as ReadPoint)];
      }),
    );
    return { responses };
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
    const found = await readExtent(ask, "UTC");
    expect(found).toEqual({ questions: ["A", "B"], days: { from: "2024-01-10", to: "2024-12-20" } });
    expect(asked.map(({ type }) => type).sort()).toEqual(["daily", "daily", "monthly", "yearly"]);
  });

  test("of more questions than a request may name is told of all of them", async () => {
    const answers = Array.from({ length: 2500 }, (_, place) => ({ id: `Q${place}`, at: at("2024-05-10T12:00:00Z") }));
    const { ask, asked } = service([...answers, { id: "Q2499", at: at("2024-06-20T12:00:00Z") }], true);
    expect((await readExtent(ask, "UTC")).days).toEqual({ from: "2024-05-10", to: "2024-06-20" });
    const named = asked.map(({ questions }) => (questions as string[] | undefined)?.length ?? 0);
    expect(Math.max(...named)).toBeLessThanOrEqual(2000);
  });

  test("is in days by the clock of whoever looks", async () => {
    const answers = [
      { id: "A", at: at("2024-05-01T01:00:00Z") },
      { id: "A", at: at("2024-05-31T23:30:00Z") },
    ];
    const days = async (zone: string) => (await readExtent(service(answers, true).ask, zone)).days;
    expect(await days("UTC")).toEqual({ from: "2024-05-01", to: "2024-05-31" });
    expect(await days("America/New_York")).toEqual({ from: "2024-04-30", to: "2024-05-31" });
    expect(await days("Europe/Berlin")).toEqual({ from: "2024-05-01", to: "2024-06-01" });
  });

  test("without answers is nothing", async () => {
    const { ask, asked } = service([], true);
    expect(await readExtent(ask, "Europe/Berlin")).toEqual({ questions: [], days: null });
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
          const { days } = await readExtent(service(answers, knows).ask, zone);
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
