export type Random = ReturnType<typeof randomFrom>;

/** Spreads a number over 32 bits, so that neighbouring seeds give unrelated streams (the finaliser of MurmurHash3). */
function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Random numbers that are the same in every run: a stream of its own for every list of whole numbers (sfc32). */
export function randomFrom(...seed: number[]) {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const part of seed) {
    a = scramble(a ^ scramble(part));
    b = scramble(b + a);
    c = scramble(c ^ b);
  }
  const bits = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) bits();

  /** In [0, 1). */
  const next = () => bits() / 2 ** 32;
  /** In [low, high). */
  const between = (low: number, high: number) => low + next() * (high - low);
  /** Whole, both bounds included. */
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const chance = (probability: number) => next() < probability;
  const pick = <T>(items: readonly T[]): T => at(items, Math.floor(next() * items.length));

  /** One index, each as likely as its weight; undefined when no weight is above 0. */
  function weighted(weights: readonly number[]): number | undefined {
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => {
      left -= weight;
      return weight > 0 && left < 0;
    });
    return index === -1 ? undefined : index;
  }

  /** Around 0, about two thirds within 1: the sum of uniform numbers is close enough to normal. */
  const spread = () => (next() + next() + next() + next() - 2) * Math.sqrt(3);

  const hex = () => bits().toString(16).padStart(8, "0");

  /** A UUID of version 7, so that ids are in the order of the moments they stand for, as the database makes them. */
  function uuidAt(moment: Date): string {
    const time = moment.getTime().toString(16).padStart(12, "0");
    const [one, two, three] = [hex(), hex(), hex()];
    const variant = "89ab".charAt(Number.parseInt(two.charAt(0), 16) % 4);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-${variant}${two.slice(1, 4)}-${three}${two.slice(4)}`;
  }

  return { next, between, whole, chance, pick, weighted, spread, uuidAt };
}

/** `items[index]` where the index is known to be one of the list's. */
export function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return items[index] as T;
}
