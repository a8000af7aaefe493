import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScoredRespondent } from "@/lib/contracts/interfaces/quality";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { newSurveyName, openPoint, withQualityAccount } from "@/lib/test-quality";
import { runs } from "@/lib/test-runs";

withOwnDatabase();

const { add, get, toggle } = withQualityAccount();

const LONG = "I always buy it because my family likes the taste of it";
const answers = [LONG, `${LONG} so much`, "Good taste", "asdfghjkl", "no", "Der Geschmack ist besser als bei anderen"];

const keys = (count: number, pasted: boolean) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ interactionType: pasted ? "COPY_AND_PASTE" : "KEYSTROKE", value: "a", timestamp: at * 90 + ((at * 37) % 50) },
  }));

const dataPoint = fc.oneof(
  fc.record({ answer: fc.constantFrom(...answers), id: fc.constantFrom("o1", "o2") }).map(({ answer, id }) => ({
    ...{ ...openPoint(answer, id), allowedLanguages: ["EN"] },
  })),
  fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }).map((gridAnswersPattern) => ({
    ...{ qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern },
  })),
  fc.record({ count: fc.integer({ min: 0, max: 80 }), pasted: fc.boolean() }).map(({ count, pasted }) => ({
    ...{ qualityCheck: "BAS", dataPointId: "b", interactionData: keys(count, pasted) },
  })),
);
const interview = fc.record({ age: fc.integer({ min: 18, max: 80 }), worked: fc.integer({ min: 0, max: 60 }) });
const person = fc
  .record({ points: fc.array(dataPoint, { minLength: 1, maxLength: 4 }), asked: fc.option(interview) })
  .map(({ points, asked }) => [
    ...points,
    ...(asked === null
      ? []
      : [
          {
            ...{ qualityCheck: "CHS", dataPointId: "c" },
            interviewData: [
              { questionId: "age", question: "How old are you?", answer: asked.age },
              { questionId: "work", question: "How many years have you worked?", answer: asked.worked },
            ],
          },
        ]),
  ]);

const other = [{ ...openPoint("The bottle is easy to open and close again afterwards"), allowedLanguages: ["EN"] }];
const copy = [{ ...openPoint(LONG), allowedLanguages: ["EN"] }];
const isCopy = ({ category = "" }: { category?: string | undefined }) => category.startsWith("DUPLICATE_");

test("the order in which respondents come changes no score but that of copies", async () => {
  const seen = { copies: 0, others: 0 };
  const orders = fc
    .array(person, { minLength: 2, maxLength: 5 })
    .chain((people) =>
      fc.tuple(fc.constant(people), fc.shuffledSubarray([...people.keys()], { minLength: people.length })),
    );
  await fc.assert(
    fc.asyncProperty(orders, async ([people, order]) => {
      const [one, other] = [newSurveyName(), newSurveyName()];
      const send = async (survey: string, order: Iterable<number>) => {
        for (const at of order) await add(survey, `r${at}`, people[at] ?? [], { activateCleaning: true });
      };
      await Promise.all([send(one, people.keys()), send(other, order)]);
      for (const at of people.keys()) {
        const [first, second] = [await get(one, `r${at}`), await get(other, `r${at}`)].map(
          ({ respondentQuality }: ScoredRespondent) => respondentQuality,
        );
        const pairs = first?.dataPointsSummary.map(
          (point, place) => [point, second?.dataPointsSummary[place]] as const,
        );
        const copies = pairs?.filter(([a, b]) => isCopy(a) || (b && isCopy(b))) ?? [];
        for (const pair of pairs ?? []) if (!copies.includes(pair)) expect(pair[1]).toEqual(pair[0]);
        seen.copies += copies.length;
        if (copies.length > 0) continue;
        seen.others += 1;
        expect(second).toEqual(first);
      }
    }),
    {
      numRuns: runs(60),
      examples: [
        [
          [
            [copy, copy],
            [1, 0],
          ],
        ],
        [
          [
            [copy, other],
            [1, 0],
          ],
        ],
      ],
    },
  );
  // Where nothing was a copy, or everything, the property would say nothing.
  expect(Math.min(seen.copies, seen.others)).toBeGreaterThan(0);
}, 300_000);

type Stored = { respondent_id: string; is_excluded: boolean; rule_reasons: unknown; decided_by: string | null };
const storedIn = (name: string) =>
  db().execute<Stored>(sql`
    select r.respondent_id, r.is_excluded, r.rule_reasons, r.decided_by, r.decided_at, l.line
    from quality_respondents r join quality_surveys s on s.id = r.survey_id
      join quality_score_lines l on l.respondent = r.id
    where s.name = ${name} order by r.id`);

test("toggling twice is nothing, whatever the rules said and others toggled in between", async () => {
  const name = newSurveyName();
  const ids = ["a", "b", "c", "d"];
  for (const [at, id] of ids.entries()) {
    await add(name, id, [openPoint(at % 2 === 0 ? "asdfghjkl" : "Good taste")], { activateCleaning: true });
  }
  const before = await storedIn(name);
  expect(before.map(({ is_excluded }) => is_excluded)).toEqual([true, false, true, false]);
  const some = fc.subarray(ids, { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 3 }), fc.boolean(), async (lists, reversed) => {
      for (const list of lists) await toggle(name, [...list, ...list]);
      const odd = ids.filter((id) => lists.filter((list) => list.includes(id)).length % 2 === 1);
      const changed = (await storedIn(name)).filter((row, at) => row.is_excluded !== before[at]?.is_excluded);
      expect(changed.map(({ respondent_id }) => respondent_id)).toEqual(odd);
      for (const list of reversed ? [...lists].reverse() : lists) await toggle(name, list);
      expect(await storedIn(name)).toEqual(before);
    }),
    { numRuns: 20 },
  );
}, 60_000);
