import { COMMA, LIST, LIST_END, OBJECT, OBJECT_END, STEP_BYTES, visitMarks } from "./json-bytes";

/** `__proto__` as JSON can write it: each of its letters may be escaped. */
const MAYBE_PROTOTYPE = /__proto__|\\u00(?:5f|70|72|6f|74)/i;

/** JSON without `__proto__` members: copying one would change what an object inherits. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAYBE_PROTOTYPE.test(text)) removePrototypes(value);
  return value;
}

function removePrototypes(value: unknown): void {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== "object" || item === null) continue;
    if (Object.hasOwn(item, "__proto__")) Reflect.deleteProperty(item, "__proto__");
    for (const member of Array.isArray(item) ? item : Object.values(item)) {
      if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}

/** What `parseJson` makes of the text of these bytes, in steps of some milliseconds each. */
export function* parseInSteps(bytes: Uint8Array, stepBytes = STEP_BYTES): Generator<void, unknown> {
  const parts = new Parts(bytes, stepBytes);
  yield* visitMarks(bytes, stepBytes, (mark, at) => parts.visit(mark, at));
  return parts.end();
}

type Container = unknown[] | Record<string, unknown>;

/** A list or object whose end is not reached. */
type Open = {
  at: number;
  isList: boolean;
  /** Once it is made before its end; until then its text waits as a part of what it stands in. */
  value: Container | null;
  /** Where its last member begins, and what is not made yet. */
  member: number;
  pending: number;
  /** The last that was made of it was a list or object on its own: only a comma or the end can follow. */
  isAfterContainer: boolean;
};

/** A list or object that is larger than a step is made of the members between its commas, some at a time. */
class Parts {
  private readonly path: Open[] = [];
  private root: Container | null = null;
  /** All before this is made. */
  private made = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly stepBytes: number,
  ) {}

  visit(mark: number, at: number): void {
    if (mark === LIST || mark === OBJECT) this.open(mark === LIST, at);
    else if (mark === COMMA) this.endMember(at);
    else if (mark === LIST_END || mark === OBJECT_END) this.close(mark === LIST_END, at);
  }

  end(): unknown {
    if (!this.root) return parseJson(this.text(0, this.bytes.length));
    requireJson(this.path.length === 0 && isBlank(this.text(this.made, this.bytes.length)));
    return this.root;
  }

  private open(isList: boolean, at: number): void {
    this.path.push({ at, isList, value: null, member: at + 1, pending: at + 1, isAfterContainer: false });
  }

  private endMember(at: number): void {
    const open = this.path.at(-1);
    requireJson(open !== undefined);
    const isDue = at - this.made >= this.stepBytes;
    if (isDue) this.makePath();
    if (isDue || open.isAfterContainer) this.makePending(open, at);
    open.member = at + 1;
  }

  private close(isList: boolean, at: number): void {
    const open = this.path.pop();
    requireJson(open !== undefined);
    if (!open.value) return;
    requireJson(isList === open.isList);
    this.makePending(open, at);
    this.made = at + 1;
    const around = this.path.at(-1);
    if (around) around.pending = at + 1;
  }

  /** Makes, still without its members, each list and object that the path leads through. */
  private makePath(): void {
    for (const [depth, open] of this.path.entries()) {
      if (open.value) continue;
      open.value = open.isList ? [] : {};
      const around = this.path[depth - 1];
      if (around) this.addContainer(around, open, open.value);
      else this.beRoot(open, open.value);
    }
  }

  private beRoot(open: Open, value: Container): void {
    requireJson(this.root === null && isBlank(this.text(0, open.at)));
    this.root = value;
  }

  private addContainer(around: Open, { at }: Open, value: Container): void {
    if (around.member > around.pending) this.makePending(around, around.member - 1);
    const before = this.text(around.member, at);
    around.isAfterContainer = true;
    if (Array.isArray(around.value)) {
      requireJson(isBlank(before));
      around.value.push(value);
      return;
    }
    const name: unknown = JSON.parse(before.slice(0, before.lastIndexOf(":")));
    requireJson(typeof name === "string" && isBlank(before.slice(before.lastIndexOf(":") + 1)));
    if (name !== "__proto__" && around.value) around.value[name] = value;
  }

  /** Makes the members before `end`, where a comma or the end of the list or object stands. */
  private makePending(open: Open, end: number): void {
    const text = this.text(open.pending, end);
    const isEmpty = this.bytes[end] !== COMMA && open.pending === open.at + 1;
    if (isBlank(text)) requireJson(open.isAfterContainer || isEmpty);
    else {
      requireJson(!open.isAfterContainer);
      if (Array.isArray(open.value)) for (const item of parseJson(`[${text}]`) as unknown[]) open.value.push(item);
      else Object.assign(open.value ?? {}, parseJson(`{${text}}`));
    }
    open.isAfterContainer = false;
    open.pending = end + 1;
    this.made = end;
  }

  /** Bytes that are no UTF-8 are refused: read leniently, they would be stored as other characters. */
  private text(from: number, to: number): string {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: from > 0 }).decode(this.bytes.subarray(from, to));
  }
}

/** As JSON means it. */
const isBlank = (text: string) => /^[ \t\n\r]*$/.test(text);

function requireJson(holds: boolean): asserts holds {
  if (!holds) throw new SyntaxError("This is not valid JSON.");
}
