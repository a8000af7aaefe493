/** A plain value with the names of its objects' members written once, not with every row of a list. */
export type Packed<T> = {
  /** Each the members of one or many objects, in their order. */
  shapes: string[][];
  /** An array as 0 and its items, an object as its shape's place, from 1, and its members' values. */
  value: unknown;
  /** Only for the compiler: what is packed. */
  of?: T;
};

const ARRAY = 0;

/** Members that are undefined are left out, as JSON leaves them out. What is neither plain object nor array stays as it is. */
export function pack<T>(value: T): Packed<T> {
  const shapes: string[][] = [];
  const places = new Map<string, number>();
  const placeOf = (names: string[]): number => {
    const key = JSON.stringify(names);
    const place = places.get(key) ?? shapes.push(names);
    places.set(key, place);
    return place;
  };
  const write = (each: unknown): unknown => {
    if (Array.isArray(each)) return [ARRAY, ...each.map(write)];
    if (!isPlain(each)) return each;
    const names = Object.keys(each).filter((name) => each[name] !== undefined);
    return [placeOf(names), ...names.map((name) => write(each[name]))];
  };
  return { shapes, value: write(value) };
}

export function unpack<T>({ shapes, value }: Packed<T>): T {
  const read = (each: unknown): unknown => {
    if (!Array.isArray(each)) return each;
    const [place, ...values] = each as [number, ...unknown[]];
    if (place === ARRAY) return values.map(read);
    return Object.fromEntries((shapes[place - 1] ?? []).map((name, index) => [name, read(values[index])]));
  };
  // Safe: `pack` wrote it, and what is read is what was written.
  return read(value) as T;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
