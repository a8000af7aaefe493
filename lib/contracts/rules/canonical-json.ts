/** JSON with the keys of every object sorted; equal values give equal text. Revisions rest on each of its letters. */
export const canonicalJson = (value: unknown): string => written(value) ?? "undefined";

const TURN_MS = 10;

/** The same text, of a value of any size: whoever shares the thread gets a turn every few milliseconds. */
export async function canonicalJsonInTurns(value: unknown): Promise<string> {
  const parts: string[] = [];
  let until = performance.now() + TURN_MS;
  for (const part of partsOf(value, "undefined")) {
    parts.push(part);
    if (performance.now() < until) continue;
    await new Promise((done) => setTimeout(done));
    until = performance.now() + TURN_MS;
  }
  return parts.join("");
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null && !("toJSON" in value);

/** By hand: a survey has thousands of quotas, and `JSON.stringify` asks its replacer for each of their members. */
function written(value: unknown): string | undefined {
  if (!isContainer(value)) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((member) => written(member) ?? "null").join(",")}]`;
  let members = "";
  for (const name of sortedNames(value)) {
    const text = written(value[name]);
    if (text !== undefined) members += `${members && ","}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}

/** What `written` gives, in parts of some hundred values at most. `absent` stands for what JSON has not. */
function* partsOf(value: unknown, absent: string): Generator<string> {
  if (!isContainer(value) || leftAfter(value, VALUES_A_PART) > 0) return yield written(value) ?? absent;
  const isOfList = isList(value);
  let before = isOfList ? "[" : "{";
  if (isOfList) {
    for (const member of value) {
      yield before;
      yield* partsOf(member, "null");
      before = ",";
    }
  } else {
    for (const name of sortedNames(value)) {
      const member = value[name];
      const text = isContainer(member) ? "" : written(member);
      if (text === undefined) continue;
      yield `${before}${JSON.stringify(name)}:${text}`;
      if (isContainer(member)) yield* partsOf(member, absent);
      before = ",";
    }
  }
  yield isOfList ? "]" : "}";
}

const VALUES_A_PART = 500;

/** What is left of a number when all values in this one are taken from it; none as soon as there is no more. */
function leftAfter(value: unknown, from: number): number {
  let left = from - 1;
  if (!isContainer(value)) return left;
  for (const member of isList(value) ? value : Object.values(value)) {
    if (left <= 0) return 0;
    left = leftAfter(member, left);
  }
  return left;
}

const isList = (value: Container): value is readonly unknown[] => Array.isArray(value);

/** As an object that is made in this order lists them: names that are numbers come first, by their size. */
function sortedNames(object: object): string[] {
  const names = Object.keys(object).sort();
  return names.some(beginsWithDigit) ? Object.keys(Object.fromEntries(names.map((name) => [name, 0]))) : names;
}

function beginsWithDigit(name: string): boolean {
  const code = name.charCodeAt(0);
  return code >= 48 && code <= 57;
}
