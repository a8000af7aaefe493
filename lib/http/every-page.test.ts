import { describe, expect, test } from "vitest";
import { readList } from "@/lib/contracts/lenient";
import { everyPage, readEverything } from "./every-page";
import { newestFirst, pagesFromTheEnd } from "./newest-first";

type Thing = { id: string };
const things = (count: number): Thing[] => Array.from({ length: count }, (_, index) => ({ id: `t${index + 1}` }));
const isThing = (item: unknown) => (typeof (item as Thing | null)?.id === "string" ? (item as Thing) : null);

type Options = { most?: number; total?: number | null; ignoresPage?: boolean; bare?: boolean };

/** A service that lists things, with the manners given, and how often it was asked. */
function service(all: unknown[], { most = 500, total = all.length, ignoresPage, bare }: Options = {}) {
  const asked: number[] = [];
  const read = async ({ page, page_size }: { page: number; page_size: number }) => {
    asked.push(page);
    const size = Math.min(page_size, most);
    const from = ignoresPage || bare ? 0 : (page - 1) * size;
    const items = bare ? all : all.slice(from, from + size);
    const reply = bare ? items : { total_things: total, page, page_size, things: items };
    const list = readList(reply, "things", isThing);
    if (!list) throw new Error("no list");
    return list;
  };
  return { read, asked };
}

describe("reading a list to its end", () => {
  test("finds the last page from the total, without one call more", async () => {
    for (const [count, calls] of [
      [0, 1],
      [1, 1],
      [499, 1],
      [500, 1],
      [501, 2],
      [1500, 3],
    ] as const) {
      const { read, asked } = service(things(count));
      expect(await readEverything(read)).toHaveLength(count);
      expect(asked).toHaveLength(calls);
    }
  });

  test("gets all from a service that gives fewer than asked", async () => {
    const { read } = service(things(1234), { most: 100 });
    expect(await readEverything(read)).toEqual(things(1234));
  });

  test("takes a bare array as the whole", async () => {
    const { read, asked } = service(things(1200), { bare: true });
    expect(await readEverything(read)).toHaveLength(1200);
    expect(asked).toEqual([1]);
  });

  test("ends with a service that says no total, ignores the page, or lies about the total", async () => {
    expect(await readEverything(service(things(1100), { total: null }).read)).toHaveLength(1100);
    for (const manners of [{ total: null, ignoresPage: true }, { total: 1e15 }, { total: 1e15, ignoresPage: true }]) {
      const { read, asked } = service(things(700), manners);
      expect((await readEverything(read)).length).toBeGreaterThanOrEqual(500);
      expect(asked.length).toBeLessThan(7);
    }
  });

  test("counts unreadable elements as places, and reads on behind them", async () => {
    const odd = things(1000).map((thing, index) => (index < 500 ? null : thing));
    expect(await readEverything(service(odd).read)).toHaveLength(500);
  });

  test("a service that always has more is not read for ever, nor is a part taken for the whole", async () => {
    const endless = async ({ page, page_size }: { page: number; page_size: number }) => {
      const items = Array.from({ length: page_size }, (_, place) => ({ id: `t${page}-${place}` }));
      return { total: null, page, page_size, items, unreadable: 0, as_of: null };
    };
    const read = async () => {
      for await (const { read } of everyPage(endless, 2000)) expect(read).toBeLessThanOrEqual(2000);
    };
    await expect(read()).rejects.toThrow("no end after 2,000 entries");
  });

  test("tells how far it is", async () => {
    const progress: unknown[] = [];
    for await (const { read, total } of everyPage(service(things(900)).read)) progress.push([read, total]);
    expect(progress).toEqual([
      [500, 900],
      [900, 900],
    ]);
  });
});

describe("newest first from a service that lists oldest first", () => {
  test("is the reversed list, page by page, in three calls at most", async () => {
    for (const count of [0, 1, 9, 10, 11, 20, 37]) {
      const reversed = things(count).toReversed();
      for (let page = 1; page <= 6; page += 1) {
        const { read, asked } = service(things(count));
        const got = await newestFirst({ page, page_size: 10 }, read);
        expect(got.items).toEqual(reversed.slice((page - 1) * 10, page * 10));
        expect(got).toMatchObject({ total: count, page, page_size: got.items.length });
        expect(asked.length).toBeLessThanOrEqual(3);
      }
    }
  });

  test("shows each once around an unreadable element", async () => {
    const all = things(25).map((thing, index) => (index === 12 ? null : thing));
    const pages = await Promise.all([1, 2, 3].map((page) => newestFirst({ page, page_size: 10 }, service(all).read)));
    expect(pages.flatMap(({ items }) => items)).toEqual(all.filter((thing) => thing !== null).toReversed());
    expect(pages.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBe(1);
  });

  test("reverses a bare array, and keeps the order of a service that cannot be read from its end", async () => {
    const bare = await newestFirst({ page: 2, page_size: 10 }, service(things(25), { bare: true }).read);
    expect(bare.items).toEqual(things(25).toReversed().slice(10, 20));
    for (const manners of [{ total: null }, { most: 5 }]) {
      const { items } = await newestFirst({ page: 1, page_size: 10 }, service(things(25), manners).read);
      expect(items[0]).toEqual({ id: "t1" });
    }
  });

  test("asks for no page twice", () => {
    expect(pagesFromTheEnd(100, { page: 1, page_size: 50 })).toEqual({ pages: [2], from: 0, to: 50 });
    expect(pagesFromTheEnd(101, { page: 1, page_size: 50 })).toEqual({ pages: [2, 3], from: 1, to: 51 });
    expect(pagesFromTheEnd(10, { page: 9, page_size: 50 })).toEqual({ pages: [], from: 0, to: 0 });
  });
});
