import type { SqlParams } from "./sql-params";

/** Codes up to here are looked up by their place, three times as fast as by a table of them. */
const MOST_PLACES = 1000;

type LookUp = {
  /** Type of what is looked up. */
  key: "UInt16" | "UInt64";
  /** Type of what is found. */
  value: "UInt16" | "Float64";
};

/**
 * What a code stands for, nullable; null where the code is null or none of these. However many codes there are, the
 * statement names the code once: they are a value of it, not a part of its text.
 */
export function lookedUp(
  code: string,
  values: ReadonlyMap<number, number>,
  { key, value }: LookUp,
  { bind }: SqlParams,
): string {
  const highest = [...values.keys()].reduce((most, each) => Math.max(most, each), 0);
  if (highest <= MOST_PLACES) {
    const places = Array.from({ length: highest + 1 }, (_, place) => values.get(place) ?? null);
    return `${bind(places, `Array(Nullable(${value}))`)}[${code} + 1]`;
  }
  const known = bind([...values.keys()], `Array(${key})`);
  return `transform(${code}, ${known}, ${bind([...values.values()], `Array(${value})`)}, NULL)`;
}

type Band = { code: number; low: number | null; high: number | null };

/** Starts up to here are compared one by one, twice as fast as one is searched and looked up. */
const MOST_COMPARED = 12;

/** No number that is stored is lower. */
const LOWEST = -Number.MAX_VALUE;

/** The code of the first band that a number is in, nullable; null where the number is null or in no band. */
export function bandOf(number: string, bands: readonly Band[], { bind }: SqlParams): string {
  const ends = bands.flatMap(({ low, high }) => [low ?? LOWEST, ...(high === null ? [] : [high])]);
  const starts = [...new Set([LOWEST, ...ends])].sort((one, other) => one - other);
  const codes = starts.map((start) => {
    const band = bands.find(({ low, high }) => (low ?? LOWEST) <= start && (high === null || start < high));
    return band?.code ?? null;
  });
  const found = bind(codes, "Array(Nullable(UInt16))");
  if (starts.length <= MOST_COMPARED) {
    const reached = starts.map((start) => `(${number} >= ${bind(start, "Float64")})`);
    return `${found}[${reached.join(" + ")}]`;
  }
  const list = bind(starts, "Array(Float64)");
  const places = bind(
    starts.map((_, at) => at + 1),
    "Array(UInt16)",
  );
  return `${found}[transform(roundDown(${number}, ${list}), ${list}, ${places}, NULL)]`;
}
