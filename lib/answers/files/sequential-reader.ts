import "server-only";
import type { FileHandle } from "node:fs/promises";

const BLOCK_BYTES = 1024 * 1024;

/** Reads a file from front to back in pieces of any size. What lies past its end is answered with less than was asked. */
export class SequentialReader {
  private block: Buffer = Buffer.alloc(0);
  private used = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly fileSize: number,
    /** Where the next block begins in the file. */
    private next = 0,
  ) {}

  /** Where the next byte that is read stands in the file. */
  get position(): number {
    return this.next - (this.block.length - this.used);
  }

  async take(length: number): Promise<Buffer> {
    if (this.block.length - this.used < length) await this.fill(length);
    const taken = this.block.subarray(this.used, this.used + length);
    this.used += taken.length;
    return taken;
  }

  private async fill(length: number): Promise<void> {
    const rest = this.block.subarray(this.used);
    // A damaged length asks for more than there is: no memory is taken for that.
    const left = Math.max(0, this.fileSize - this.next);
    const wanted = Math.min(left, Math.max(BLOCK_BYTES, length - rest.length));
    const fresh = Buffer.alloc(wanted);
    let got = 0;
    // One read may give less than there is.
    while (got < wanted) {
      const { bytesRead } = await this.handle.read(fresh, got, wanted - got, this.next + got);
      if (bytesRead === 0) break;
      got += bytesRead;
    }
    this.next += got;
    this.block = Buffer.concat([rest, fresh.subarray(0, got)]);
    this.used = 0;
  }
}
