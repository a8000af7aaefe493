import type { Audience } from "@/lib/contracts/rules/quota-layers";
import type { QuestionsById } from "../qualification-text";

/** Kinds of answers to one question as bits, 32 to a word. */
type Mask = Uint32Array;

/** The masks of all questions one after the other; a question that is not asked lets every kind of answer through. */
type Box = Uint32Array;

/** Where the words of each question begin, and after the last one where they end. */
type Starts = readonly number[];

/** Beyond so many comparisons of one audience, and of all, the answer would come too late for somebody who types. */
const MOST_OF_ONE = 400_000;
const MOST_IN_ALL = 800_000;

/** Of more covers than these it is not worked out which could be left out: nobody reads so many names. */
const MOST_NEEDED = 60;

/**
 * For each audience the indexes of `covers` that together contain all of it. Where these are few, each is needed. Null:
 * some of the audience are in no cover, or it cannot be known, because the options of a question are unknown or there are
 * too many combinations. One answer to each question decides: with several answers a respondent belongs to more covers.
 */
export function coverings(
  audiences: readonly Audience[],
  covers: readonly Audience[],
  questions: QuestionsById,
): (number[] | null)[] {
  if (covers.length === 0) return audiences.map(() => null);
  const ids = new Set(covers.flatMap((cover) => [...cover.keys()]));
  const { boxes, starts } = boxesOf([...covers, ...audiences], ids, questions);
  // The widest first: they leave the fewest pieces.
  const widestFirst = [...covers.keys()].sort((a, b) => (covers[a]?.size ?? 0) - (covers[b]?.size ?? 0) || a - b);
  let left = MOST_IN_ALL;
  return boxes.slice(covers.length).map((box) => {
    const search = { boxes, starts, left: Math.min(left, MOST_OF_ONE) };
    const before = search.left;
    const covering = smallestCovering(box, widestFirst, search);
    left -= before - search.left;
    return covering;
  });
}

/** `left`: comparisons that may still be made; below 0 nothing is known. */
type Search = { boxes: readonly Box[]; starts: Starts; left: number };

function smallestCovering(box: Box, order: readonly number[], search: Search): number[] | null {
  const used = new Set<number>();
  if (!isCovered(box, order, search, used)) return null;
  let covering = order.filter((at) => used.has(at));
  if (covering.length > MOST_NEEDED) return covering.sort((a, b) => a - b);
  for (const candidate of [...covering].reverse()) {
    const others = covering.filter((at) => at !== candidate);
    const own = search.boxes[candidate]?.map((bits, word) => bits & (box[word] ?? 0));
    if (own && isCovered(own, others, search, new Set())) covering = others;
  }
  return covering.sort((a, b) => a - b);
}

/** Takes one cover after the other out of a box, in pieces that share nothing; `used` collects those that took part. */
function isCovered(box: Box, candidates: readonly number[], search: Search, used: Set<number>): boolean {
  const { boxes, starts } = search;
  search.left -= candidates.length;
  if (search.left < 0) return false;
  const [first, ...others] = candidates.filter((at) => doIntersect(box, boxes[at], starts));
  const cover = first === undefined ? undefined : boxes[first];
  if (first === undefined || !cover) return false;
  used.add(first);
  let inside = box;
  for (let question = 0; question + 1 < starts.length; question += 1) {
    const [from = 0, to = 0] = [starts[question], starts[question + 1]];
    const outside = inside.slice();
    let isAnyOutside = false;
    for (let word = from; word < to; word += 1) {
      outside[word] = (inside[word] ?? 0) & ~(cover[word] ?? 0);
      isAnyOutside ||= outside[word] !== 0;
    }
    if (!isAnyOutside) continue;
    if (!isCovered(outside, others, search, used)) return false;
    inside = inside.slice();
    for (let word = from; word < to; word += 1) inside[word] = (inside[word] ?? 0) & (cover[word] ?? 0);
  }
  return true;
}

function doIntersect(a: Box, b: Box | undefined, starts: Starts): boolean {
  if (!b) return false;
  for (let question = 0; question + 1 < starts.length; question += 1) {
    const to = starts[question + 1] ?? 0;
    let shared = 0;
    for (let word = starts[question] ?? 0; word < to; word += 1) shared |= (a[word] ?? 0) & (b[word] ?? 0);
    if (shared === 0) return false;
  }
  return true;
}

/** Each audience as a box of the questions that matter. */
function boxesOf(audiences: readonly Audience[], ids: ReadonlySet<string>, questions: QuestionsById) {
  const columns = [...ids].map((id) => masksOf(audiences, id, questions));
  const starts = [0];
  for (const [mask] of columns) starts.push((starts.at(-1) ?? 0) + (mask?.length ?? 0));
  const boxes = audiences.map((_, at): Box => {
    const box = new Uint32Array(starts.at(-1) ?? 0);
    for (const [question, column] of columns.entries()) box.set(column[at] ?? [], starts[question]);
    return box;
  });
  return { boxes, starts };
}

/** What each audience lets through of one question. Options that the same audiences let through are one kind of answer. */
function masksOf(audiences: readonly Audience[], id: string, questions: QuestionsById): Mask[] {
  const asking = new Map<string, number[]>();
  for (const [at, audience] of audiences.entries()) {
    for (const option of audience.get(id) ?? []) {
      const present = asking.get(option);
      if (present) present.push(at);
      else asking.set(option, [at]);
    }
  }
  const all = (questions.get(id)?.options ?? []).map((option) => String(option.id));
  const offered = new Set(all);
  const kinds = new Map<string, { audiences: number[]; isOffered: boolean }>();
  for (const [option, some] of asking) {
    const key = some.join();
    const kind = kinds.get(key) ?? { audiences: some, isOffered: false };
    // Where options are not known, those that are asked are some of them.
    kind.isOffered ||= all.length === 0 || offered.has(option);
    kinds.set(key, kind);
  }
  // One more kind of answer: what nobody asks, unless it is known that there is none.
  if (all.length === 0 || !all.every((option) => asking.has(option))) kinds.set("", { audiences: [], isOffered: true });
  const words = Math.ceil(kinds.size / 32);
  const everything = new Uint32Array(words);
  const masks = audiences.map((audience) => (audience.has(id) ? new Uint32Array(words) : everything));
  for (const [bit, kind] of [...kinds.values()].entries()) {
    if (kind.isOffered) add(everything, bit);
    for (const at of kind.audiences) add(masks[at], bit);
  }
  return masks;
}

function add(mask: Mask | undefined, bit: number): void {
  if (mask) mask[bit >> 5] = (mask[bit >> 5] ?? 0) | (1 << (bit & 31));
}
