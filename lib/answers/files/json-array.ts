import "server-only";
import { unreadable } from "./answer-file";
import { type TextFile, textOf } from "./text-encoding";

/** A longer line or element is not one response; it would be gathered in memory. */
export const LONGEST_OBJECT = 16_000_000;

/** Whether a file of JSON begins with an array, by its first bytes. */
export const isJsonArray = (head: Buffer): boolean =>
  head
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .trimStart()
    .startsWith("[");

/** The elements of the array that a file is, as text, counted from 1. Throws an AppError where the file ends within it. */
export async function* elementsOf(file: TextFile): AsyncGenerator<{ row: number; text: string }> {
  const reader = new ArrayReader();
  for await (const text of textOf(file)) yield* reader.read(text);
  reader.end();
}

class ArrayReader {
  /** What opens, closes and parts; all else lies between. */
  private readonly signs = /["\\[\]{},]/g;
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private element = "";
  private row = 0;

  *read(text: string): Generator<{ row: number; text: string }> {
    let from = 0;
    this.signs.lastIndex = this.isEscaped ? 1 : 0;
    this.isEscaped = false;
    for (let found = this.signs.exec(text); found; found = this.signs.exec(text)) {
      const { index: at, 0: sign } = found;
      if (this.isText) {
        if (sign === "\\") {
          this.isEscaped = at + 1 === text.length;
          this.signs.lastIndex = at + 2;
        } else if (sign === '"') this.isText = false;
        continue;
      }
      const ends = this.depth === 1 && (sign === "," || sign === "]");
      if (ends) {
        const element = this.taken(text.slice(from, at));
        from = at + 1;
        if (element) yield element;
      }
      this.turn(sign);
      if (this.depth === 1 && sign === "[") from = at + 1;
    }
    this.keep(text.slice(from));
  }

  private turn(sign: string): void {
    if (sign === '"') this.isText = true;
    else if (sign === "[" || sign === "{") this.depth += 1;
    else if (sign === "]" || sign === "}") this.depth -= 1;
  }

  private keep(text: string): void {
    this.element += text;
    if (this.element.length > LONGEST_OBJECT) throw unreadable(`Element ${this.row + 1} is longer than 16 MB.`);
  }

  private taken(last: string): { row: number; text: string } | null {
    this.keep(last);
    const text = this.element.trim();
    this.element = "";
    if (text === "") return null;
    this.row += 1;
    return { row: this.row, text };
  }

  end(): void {
    if (this.depth > 0 || this.isText) {
      throw unreadable(
        `The JSON array ends within element ${this.row + 1}: the file was cut short, or a bracket or quotation mark is not closed. Export it again.`,
      );
    }
  }
}
