import type { AnswerOption } from "../interfaces/answers";
import { composed } from "./composed";

/** A label that begins so is in the middle of a scale: in lower case, with blanks between words and no other signs. */
export const MIDDLE =
  /^(?:neither|neutral|undecided|indifferent|no change|unchanged|(?:about |stayed )?the same|mixed|average|weder|teils|unentschieden|unentschlossen|gleich|unverändert|mittel$|ni |neutre|indifférent|inchangé|pareil|neutro|indeciso|indecisa|indiferente|igual|sin cambios|né |ne l uno|indifferente|uguale|invariato)/;

/** "3 – Neither agree nor disagree": the number before the words, and other signs, say nothing. */
const plain = (label: string): string =>
  composed(label)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/^ ?\d{1,2} /, "")
    .trim();

/** Whether ranked options go from one end over a middle to another: it is called so, or is 0 between its neighbours. */
export function hasMiddle(ranked: readonly Pick<AnswerOption, "label" | "value">[]): boolean {
  const middle = ranked.length % 2 === 1 ? ranked[(ranked.length - 1) / 2] : undefined;
  if (!middle || ranked.length < 3) return false;
  return middle.value === 0 || MIDDLE.test(plain(middle.label));
}
