/** Bytes that are taken at once; a longer text has a block of its own. */
const BLOCK_BYTES = 1024 * 1024;

/** Texts by their number, kept as bytes outside the heap: a hundred megabytes of short strings would take several hundred. */
export class TextStore {
  private readonly blocks: Buffer[] = [];
  private used = 0;
  private readonly blockOf: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.blocks.length === 0 || this.used + length > BLOCK_BYTES) {
      this.blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length)));
      this.used = 0;
    }
    const at = this.blocks.length - 1;
    this.blocks[at]?.write(text, this.used);
    this.blockOf.push(at);
    this.starts.push(this.used);
    this.used += length;
    this.ends.push(this.used);
  }

  /** Undefined where there is no text of that number. */
  get(at: number): string | undefined {
    return this.blocks[this.blockOf[at] ?? -1]?.toString("utf8", this.starts[at], this.ends[at]);
  }
}
