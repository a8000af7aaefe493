import { createHash } from "node:crypto";

/** Longer answers are compared by their beginnings. */
const MOST_COMPARED = 5000;
const SHINGLE = 3;
/** Longer runs find candidates: answers to one question share many short ones, and few of these. */
const CANDIDATE_SHINGLE = 6;
const BANDS = 20;
const ROWS = 3;

/** The runs of characters of an answer's words, of three where nothing else is said. */
export function shinglesOf(words: string, length = SHINGLE): Set<string> {
  const text = words.slice(0, MOST_COMPARED);
  const shingles = new Set<string>();
  for (let at = 0; at + length <= text.length; at += 1) shingles.add(text.slice(at, at + length));
  return shingles;
}

/** The share of what either has that both have (Jaccard). */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  const either = one.size + other.size - shared;
  return either === 0 ? 0 : shared / either;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Finalizer of MurmurHash3: each seed gives another order of the same shingles. */
function mix(value: number, seed: number): number {
  let mixed = value ^ Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Keys that similar answers share: MinHash of runs of six characters in 20 bands of 3, and the answer as a whole. Edited
 * real answers that are 70 to 75% alike (runs of three) share a key in 97 of 100 pairs, from 75% in 99; different answers
 * to one question in 1 of 3,000. `of` tells surveys and questions apart, and begins each key, so that a question's keys
 * lie together in the index.
 */
export function bandsOf(words: string, of: string): bigint[] {
  const hashes = [...shinglesOf(words, CANDIDATE_SHINGLE)].map(hash);
  const least = Array.from({ length: BANDS * ROWS }, (_, seed) => leastOf(hashes, seed));
  const prefix = digestOf(of).subarray(0, PREFIX_BYTES);
  const bands = Array.from({ length: BANDS }, (_, band) => `${band}\0${least.slice(band * ROWS, (band + 1) * ROWS)}`);
  return [...bands, `${BANDS}\0${words}`].map((content) =>
    Buffer.concat([prefix, digestOf(`${of}\0${content}`)]).readBigInt64BE(),
  );
}

const PREFIX_BYTES = 3;
const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

function leastOf(hashes: readonly number[], seed: number): number {
  let least = 0xffffffff;
  for (const value of hashes) {
    const mixed = mix(value, seed);
    if (mixed < least) least = mixed;
  }
  return least;
}
