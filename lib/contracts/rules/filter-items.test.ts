import { expect, test } from "vitest";
import { readFilter } from "./filter-items";

const condition = (questionId: string, value: unknown) => ({ questionId, operator: "in", value });
const values = (length: number) => Array.from({ length }, (_, at) => at);

/** A list that fails the test when one of its elements is read. */
const unreadable = (length: number) =>
  new Proxy(new Array<number>(length), {
    get(list, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) throw new Error(`Element ${name} was read.`);
      return Reflect.get(list, name, receiver);
    },
    has(list, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) throw new Error(`Element ${name} was looked for.`);
      return Reflect.has(list, name);
    },
  });

test("a filter takes a list of 5,000 values", () => {
  const filter = [condition("q1", values(5000))];
  expect(readFilter(filter)).toEqual({ items: filter, problems: [] });
});

test("a filter refuses a list of 5,001 values by its length, before it reads any of them", () => {
  const sentence = "The filter on “q1”: A filter's value must be a text, a number, or a list of at most 5,000 of them.";
  for (const list of [values(5001), unreadable(5001)]) {
    expect(readFilter([condition("q1", list)])).toEqual({ items: [], problems: [sentence] });
  }
});

test("the lists of a filter may have 50,000 values in all", () => {
  const filter = Array.from({ length: 10 }, (_, at) => condition(`q${at}`, values(5000)));
  expect(readFilter(filter)).toEqual({ items: filter, problems: [] });
});

test("a filter refuses 50,001 values in all in one sentence, before it reads those of the list that is too much", () => {
  const full = Array.from({ length: 10 }, (_, at) => condition(`q${at}`, values(5000)));
  const tooMuch: unknown[][] = [
    [...full, condition("last", unreadable(1))],
    [{ any: full }, { not: condition("last", unreadable(1)) }],
    [...full, condition("last", unreadable(5000)), condition("after it", unreadable(5000))],
  ];
  for (const filter of tooMuch) {
    expect(readFilter(filter).problems).toEqual(["The lists of a filter can have at most 50,000 values in all."]);
  }
});
