import type { CheckedFile } from "@/lib/contracts/ours/imports";

/**
 * Whether a person looks at a dry run before its file is imported. The first answers of a project go on by themselves
 * where every row is imported as it stands: nothing is there that they could change.
 */
export function needsReview({ stop, refused, reported, left_out, notices, effect, sessions }: CheckedFile): boolean {
  const oddRows = refused + reported + left_out + effect.repeated;
  return stop !== null || oddRows > 0 || notices.length > 0 || effect.now > 0 || sessions !== null;
}
