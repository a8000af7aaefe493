import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { hash as argon2, verify as argon2Matches } from "@node-rs/argon2";
import { AppError } from "@/lib/http/problem";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";

/** OWASP's floor for argon2id, which is the package's default algorithm: 19 MiB, two rounds, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 };
const FORMAT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
const READABLE = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]{11,}\$[\w+/]{16,}$/;
/** How passwords were stored before: `scrypt$<log2 of N>$<r>$<p>$<salt>$<key>`. */
const FORMER = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{22,})$/;

/** Stands where no password is set: nobody's is hashed to it. */
export const NO_PASSWORD = "none";

const AT_ONCE = 2;
/** Each takes about a tenth of a second: whoever would wait behind so many would have left. */
const MOST_WAITING = 50;

const busy = () =>
  new AppError("busy", "Too many people are signing in at the same time. Try again in a few seconds.", {
    headers: { "retry-after": "2" },
  });

/** Each takes up to 32 MB and a core of this process's machine: so many run at once, others wait or are refused. */
const inHashingTurn = <T>(work: () => Promise<T>): Promise<T> =>
  inTurn(
    processWide<TurnsOf>("password hashing", () => new Map()),
    { key: "all", atOnce: AT_ONCE, mostWaiting: MOST_WAITING, refusal: busy },
    work,
  );

/** The same characters typed on another system may arrive composed otherwise. */
const asTyped = (password: string) => password.normalize("NFKC");

/** A hash that says how it was made. */
export const hashPassword = (password: string): Promise<string> => inHashingTurn(() => argon2(asTyped(password), COST));

/** Whether a right password should be hashed anew, because what is stored of it was made otherwise. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(FORMAT);

const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replace(/=+$/, "");
const base64url = (bytes: number) => randomBytes(bytes).toString("base64url");
/** Hashes of nobody, which cost what those of somebody do. */
const NOBODY = `${FORMAT}${base64(16)}$${base64(32)}`;
const FORMER_NOBODY = `scrypt$15$8$1$${base64url(16)}$${base64url(32)}`;

/**
 * Whether the password is the one that was hashed; null: there is no such user. A refusal costs both ways of hashing,
 * so that the time taken tells neither whether an e-mail is registered nor how old its hash is.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const typed = asTyped(password);
  return inHashingTurn(async () => {
    const isFormer = hash !== null && FORMER.test(hash);
    const isRight = isFormer ? await formerMatches(hash, typed) : await matches(hash, typed);
    if (isRight) return true;
    await (isFormer ? matches(null, typed) : formerMatches(FORMER_NOBODY, typed));
    return false;
  });
}

/** False, after the same work, where there is no hash that can be read. */
async function matches(hash: string | null, typed: string): Promise<boolean> {
  const readable = hash !== null && READABLE.test(hash) ? hash : null;
  const isRight = await argon2Matches(readable ?? NOBODY, typed);
  return readable !== null && isRight;
}

function formerMatches(hash: string, typed: string): Promise<boolean> {
  const [, costBits, blockSize, lanes, salt = "", key = ""] = FORMER.exec(hash) ?? [];
  const [N, r, p] = [2 ** Number(costBits), Number(blockSize), Number(lanes)];
  const expected = Buffer.from(key, "base64url");
  // Node refuses to use more than 32 MB unless told; these parameters need just that.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(typed, Buffer.from(salt, "base64url"), expected.length, options, (error, derived) =>
      error ? reject(error) : resolve(timingSafeEqual(derived, expected)),
    );
  });
}
