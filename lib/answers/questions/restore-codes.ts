import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { missingKey, overlaps } from "@/lib/contracts/rules/answer-cells";

type Restored = {
  /** The codes that stay missing. */
  missing: MissingCode[];
  /** Why some that were asked for stay, a sentence each. */
  sentences: string[];
};

/**
 * Missing codes of columns of marks once some become answers. One whose cells a range that stays holds as well would
 * change nothing, and stays with it.
 */
export function withoutRestored(
  { id, missing }: Pick<Question, "id" | "missing">,
  isAsked: (code: MissingCode) => boolean,
): Restored {
  const staying = withHeld(
    missing,
    missing.filter((code) => !isAsked(code)),
  );
  const sentences = staying.filter(isAsked).flatMap((code) => {
    const holder = holderOf(code, staying);
    return holder
      ? [`${missingKey(code)} of “${id}” stays missing, because ${missingKey(holder)} holds it as well: restore both.`]
      : [];
  });
  return { missing: staying, sentences };
}

/** Those that stay, and all that they hold: a range that is held holds others in turn. */
function withHeld(missing: readonly MissingCode[], staying: MissingCode[]): MissingCode[] {
  const more = missing.filter((code) => staying.includes(code) || holderOf(code, staying) !== undefined);
  return more.length === staying.length ? staying : withHeld(missing, more);
}

const holderOf = (code: MissingCode, staying: readonly MissingCode[]) =>
  staying.find((other) => !("cell" in other) && !other.marked && other !== code && overlaps(other, code));
