import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { writeMetrics } from "@/lib/metrics";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "../postgres/client";
import { figuresInTurn } from "./figures-in-turn";

withOwnDatabase();

/** Work that goes on until it is let go. */
function held() {
  const finishing: (() => void)[] = [];
  const begin = (who: string) =>
    figuresInTurn(who, new AbortController().signal, () => new Promise<void>((finish) => void finishing.push(finish)));
  return { begin, finishing };
}

/** Turns under way elsewhere, of an instance that says nothing more of them. */
const elsewhere = (who: string, turns: number) =>
  db().execute(sql`
    insert into figure_turns select uuidv7(), uuidv7(), ${who}, true, now(), now() + interval '1 hour'
    from generate_series(1, ${turns}::int)`);
const waiting = async () => (await db().execute(sql`select from figure_turns where not is_under_way`)).length;

test("a person has three turns on all instances, everybody together as many as is set, and waits are measured", async () => {
  const { begin, finishing } = held();
  await elsewhere("ann", 2);
  const ann = [begin("ann"), begin("ann")];
  await vi.waitFor(async () => expect([finishing.length, await waiting()]).toEqual([1, 1]));
  await elsewhere("others", env.CLICKHOUSE_QUERIES - 3);
  const ben = begin("ben");
  await vi.waitFor(async () => expect(await waiting()).toBe(2));
  expect(finishing).toHaveLength(1);
  await db().execute(sql`delete from figure_turns where who = 'others'`);
  await vi.waitFor(() => expect(finishing).toHaveLength(2), { timeout: 10_000 });
  finishing.pop()?.();
  await ben;
  await db().execute(sql`delete from figure_turns where who = 'ann' and lease_until > now() + interval '1 minute'`);
  await vi.waitFor(() => expect(finishing).toHaveLength(2), { timeout: 10_000 });
  for (const finish of finishing) finish();
  await Promise.all(ann);
  expect(await writeMetrics("web")).toMatch(/^fieldwork_figure_wait_seconds_count\{process="web"\} 3$/m);
});

test("whoever asks for very many at once is refused what is too much, in words", async () => {
  const { begin, finishing } = held();
  const asked = Array.from({ length: 103 }, () => begin("cleo"));
  await expect(begin("cleo")).rejects.toMatchObject({ code: "busy", message: /very many figures at once/ });
  for (let done = 0; done < asked.length; ) {
    await vi.waitFor(() => expect(finishing.length).toBeGreaterThan(0), { timeout: 10_000 });
    for (const finish of finishing.splice(0)) {
      finish();
      done += 1;
    }
  }
  await Promise.all(asked);
});
