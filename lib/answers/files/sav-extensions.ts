import type { MultipleSet, ValueLabel } from "./answer-file";

/** What the extension records of an SPSS dictionary say, each from its bytes. `text` decodes in the file's encoding. */
type Text = (bytes: Buffer) => string;
type Int = (bytes: Buffer, at?: number) => number;

const encodingsByCode: Record<number, string> = {
  65001: "utf-8",
  1200: "utf-16le",
  20127: "windows-1252",
  28591: "iso-8859-1",
  28605: "iso-8859-15",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
};

/** The label by which TextDecoder knows the file's encoding: its name if given, else its code page, else windows-1252. */
export function encodingOf(name: string | undefined, codePage: number | undefined): string {
  const byCode = codePage === undefined ? undefined : (encodingsByCode[codePage] ?? windows(codePage));
  const wanted = [name?.trim().toLowerCase(), name && windows(Number(/(\d{3,4})$/.exec(name.trim())?.[1])), byCode];
  return wanted.find((label) => label && isKnown(label)) ?? "windows-1252";
}

const windows = (codePage: number) => (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : undefined);

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** `SHORT=long` between tabs; short names in capitals. */
export function longNames(text: string): Map<string, string> {
  return pairs(text, "\t");
}

/** Texts of more than 255 bytes: the name of their first part and their bytes. */
export function veryLongWidths(text: string): Map<string, number> {
  const found = pairs(text.replaceAll("\0", ""), "\t");
  return new Map([...found].map(([name, width]) => [name, Number(width)]));
}

function pairs(text: string, separator: string): Map<string, string> {
  const parts = text.split(separator).map((part) => part.split("="));
  return new Map(
    parts.flatMap(([name = "", value]) => (value === undefined ? [] : [[name.trim().toUpperCase(), value]])),
  );
}

const measures = [undefined, "nominal", "ordinal", "scale"] as const;

/** How each variable is measured; a variable has two or three integers. */
export function measuresOf(bytes: Buffer, variables: number, int: Int): (typeof measures)[number][] {
  const perVariable = bytes.length / 4 / variables;
  if (perVariable !== 2 && perVariable !== 3) return [];
  return Array.from({ length: variables }, (_, at) => measures[int(bytes, at * perVariable * 4)]);
}

class Cursor {
  at = 0;
  constructor(
    readonly bytes: Buffer,
    private readonly readInt: Int,
  ) {}
  get hasMore(): boolean {
    return this.at + 4 <= this.bytes.length;
  }
  int(): number {
    if (!this.hasMore) return 0;
    this.at += 4;
    return this.readInt(this.bytes, this.at - 4);
  }
  take(length: number): Buffer {
    const taken = this.bytes.subarray(this.at, this.at + Math.max(0, length));
    this.at += taken.length;
    return taken;
  }
}

/** Labels of texts of more than eight bytes, by the variable's long name. */
export function longTextLabels(bytes: Buffer, int: Int, text: Text): Map<string, ValueLabel[]> {
  const cursor = new Cursor(bytes, int);
  const found = new Map<string, ValueLabel[]>();
  while (cursor.hasMore) {
    const name = text(cursor.take(cursor.int()));
    cursor.int();
    const labels: ValueLabel[] = [];
    for (let left = cursor.int(); left > 0 && cursor.hasMore; left--) {
      const value = text(cursor.take(cursor.int())).trimEnd();
      labels.push({ value, label: text(cursor.take(cursor.int())).trimEnd() });
    }
    found.set(name, labels);
  }
  return found;
}

/** Missing values of texts of more than eight bytes, by the variable's long name. */
export function longTextMissing(bytes: Buffer, int: Int, text: Text): Map<string, string[]> {
  const cursor = new Cursor(bytes, int);
  const found = new Map<string, string[]>();
  while (cursor.hasMore) {
    const name = text(cursor.take(cursor.int()));
    const [count = 0] = cursor.take(1);
    const width = cursor.int();
    found.set(
      name,
      Array.from({ length: count }, () => text(cursor.take(width)).trimEnd()),
    );
  }
  return found;
}

/** A set as the file writes it; its variables still under the names that stand there. */
export type RawSet = { name: string; label: string; names: string[]; chosen: string | null };

/**
 * Multiple-response sets: `$name=C 5 label a b`, `$name=D1 1 5 label a b` or `$name=E 1 1 1 5 label a b`, a line each.
 * Lengths count bytes.
 */
export function multipleSetsOf(bytes: Buffer, text: Text): RawSet[] {
  const found: RawSet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const equals = bytes.indexOf("=", at);
    if (equals === -1) break;
    const name = text(bytes.subarray(at, equals)).trim();
    const kind = String.fromCharCode(bytes[equals + 1] ?? 0);
    let next = equals + 2;
    if (kind === "E") next = afterNumber(bytes, next + 1);
    const chosen = kind === "C" ? null : counted(bytes, kind === "E" ? next + 1 : next);
    const label = counted(bytes, (chosen?.end ?? next) + 1);
    const newline = bytes.indexOf("\n", label.end);
    const end = newline === -1 ? bytes.length : newline;
    const names = text(bytes.subarray(label.end, end))
      .split(/[ \0]+/)
      .filter((each) => each !== "");
    found.push({ name, label: text(label.bytes), names, chosen: chosen ? text(chosen.bytes).trimEnd() : null });
    at = end + 1;
  }
  return found;
}

function afterNumber(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return at;
}
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** `5 label`: a length, a blank and as many bytes. */
function counted(bytes: Buffer, from: number): { bytes: Buffer; end: number } {
  const digits = afterNumber(bytes, from);
  const length = Number(bytes.toString("latin1", from, digits));
  const start = digits + 1;
  return { bytes: bytes.subarray(start, start + length), end: start + length };
}

/** A set with the names of columns; null where one of its variables is not in the file. */
export function multipleSet(
  raw: RawSet,
  columnOf: (name: string) => { name: string; isText: boolean } | undefined,
): MultipleSet | null {
  const columns = raw.names.map(columnOf);
  const names = columns.flatMap((column) => (column ? [column.name] : []));
  if (names.length === 0 || names.length < columns.length) return null;
  const set = { name: raw.name.replace(/^\$/, ""), label: raw.label, columns: names };
  if (raw.chosen === null) return { ...set, form: "choices" };
  return { ...set, form: "flags", chosen: columns[0]?.isText ? raw.chosen : Number(raw.chosen) };
}
