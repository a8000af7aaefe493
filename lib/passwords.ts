import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

const COST_BITS = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Parameters = { costBits: number; blockSize: number; parallel: number; salt: Buffer; key: Buffer };

function derive(password: string, { costBits, blockSize, parallel, salt, key }: Parameters): Promise<Buffer> {
  const N = 2 ** costBits;
  // Node refuses to use more than 32 MB unless told; these parameters need just that.
  const options: ScryptOptions = { N, r: blockSize, p: parallel, maxmem: 2 * 128 * N * blockSize };
  return new Promise((resolve, reject) => {
    // The same characters typed on another system may arrive composed otherwise.
    scrypt(password.normalize("NFKC"), salt, key.length, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}

const fresh = (salt: Buffer, key: Buffer): Parameters => ({
  costBits: COST_BITS,
  blockSize: BLOCK_SIZE,
  parallel: PARALLEL,
  salt,
  key,
});

/** `scrypt$<log2 of N>$<r>$<p>$<salt>$<key>`, salt and key in base64url: a hash says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, fresh(salt, Buffer.alloc(KEY_BYTES)));
  return ["scrypt", COST_BITS, BLOCK_SIZE, PARALLEL, salt.toString("base64url"), key.toString("base64url")].join("$");
}

const HASH = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{22,})$/;

function readHash(hash: string): Parameters | undefined {
  const [, costBits, blockSize, parallel, salt, key] = HASH.exec(hash) ?? [];
  if (!(costBits && blockSize && parallel && salt && key)) return undefined;
  return {
    costBits: Number(costBits),
    blockSize: Number(blockSize),
    parallel: Number(parallel),
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

const nobody = fresh(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/**
 * Whether the password is the one that was hashed. For an unknown user (`null`) the same work is done, so that
 * the time taken does not tell whether an e-mail is registered.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hash === null ? undefined : readHash(hash);
  const expected = stored ?? nobody;
  const equal = timingSafeEqual(await derive(password, expected), expected.key);
  return stored !== undefined && equal;
}
