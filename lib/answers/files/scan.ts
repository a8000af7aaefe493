import * as z from "zod";
import type { FileLayout } from "@/lib/contracts/interfaces/answers";

/** `mixed`: lines of UTF-8 and lines of windows-1252 in one file, each read as what it is. */
const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "mixed"] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** What only reading all of a text file tells. */
export const scanSchema = z.object({
  encoding: z.enum(textEncodings),
  notices: z.array(z.string()),
  /** JSON lines: how many there are, and the members of all their objects. Of a table neither is asked. */
  lines: z.int(),
  members: z.array(z.object({ name: z.string(), isList: z.boolean() })),
});
export type Scan = z.output<typeof scanSchema>;

/** Where the scan of one file is kept, which does not change while it is. */
export type ScanStore = { find: () => Promise<Scan | null>; keep: (scan: Scan) => Promise<void> };

/**
 * `signal`: aborted when nobody waits for the file any more. `scans`: a file is scanned once. `layout`: where a person
 * says that the table stands.
 */
export type Opening = {
  signal?: AbortSignal | undefined;
  scans?: ScanStore | undefined;
  layout?: FileLayout | undefined;
};

/** The scan of a file as it is kept; made and kept where there is none yet. */
export async function scannedOnce({ scans }: Opening, scan: () => Promise<Scan>): Promise<Scan> {
  const known = await scans?.find();
  if (known) return known;
  const made = await scan();
  await scans?.keep(made);
  return made;
}
