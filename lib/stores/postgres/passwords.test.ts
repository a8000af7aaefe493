import { randomBytes, scrypt, scryptSync } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword, isOutdated, NO_PASSWORD, verifyPassword } from "./passwords";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

beforeEach(() => {
  vi.mocked(scrypt).mockClear();
  vi.mocked(verify).mockClear();
});

/** As passwords were stored before. */
function formerHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  return ["scrypt", 15, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
}

describe("passwords", () => {
  it("accepts the password that was hashed and no other", async () => {
    const hash = await hashPassword("fieldwork-demo");
    expect(await verifyPassword("fieldwork-demo", hash)).toBe(true);
    expect(await verifyPassword("fieldwork-demO", hash)).toBe(false);
    expect(await verifyPassword("", hash)).toBe(false);
  });

  it("never hashes one password to the same text twice", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  it("hashes with argon2id, 19 MiB, two rounds and one lane, and says so in the hash", async () => {
    const hash = await hashPassword("x");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(isOutdated(hash)).toBe(false);
  });

  it("accepts what was hashed with scrypt, and knows that it is outdated", async () => {
    const hash = formerHash("fieldwork-demo");
    expect(await verifyPassword("fieldwork-demo", hash)).toBe(true);
    expect(await verifyPassword("fieldwork-demO", hash)).toBe(false);
    expect(isOutdated(hash)).toBe(true);
  });

  it("accepts a password typed in another Unicode form", async () => {
    expect(await verifyPassword("Mu\u0308ller", await hashPassword("Müller"))).toBe(true);
  });

  it("refuses everything for an unknown user, one without a password, or an unreadable hash", async () => {
    for (const hash of [null, NO_PASSWORD, "fieldwork-demo", "$argon2id$v=19$broken"]) {
      expect(await verifyPassword("", hash)).toBe(false);
      expect(await verifyPassword("fieldwork-demo", hash)).toBe(false);
    }
  });

  it("does the same work for a refusal, whoever is asked for and however old their hash is", async () => {
    const workFor = async (hash: string | null) => {
      vi.mocked(scrypt).mockClear();
      vi.mocked(verify).mockClear();
      expect(await verifyPassword("wrong", hash)).toBe(false);
      const [argon2, former] = [vi.mocked(verify).mock.calls, vi.mocked(scrypt).mock.calls];
      return {
        argon2: argon2.map(([hashed]) => [String(hashed).split("$").slice(0, 4).join("$"), String(hashed).length]),
        scrypt: former.map(([, , keyBytes, options]) => [keyBytes, options]),
      };
    };
    const expected = {
      argon2: [["$argon2id$v=19$m=19456,t=2,p=1", 97]],
      scrypt: [[32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }]],
    };
    expect(await workFor(await hashPassword("fieldwork-demo"))).toEqual(expected);
    expect(await workFor(formerHash("fieldwork-demo"))).toEqual(expected);
    expect(await workFor(null)).toEqual(expected);
    expect(await workFor(NO_PASSWORD)).toEqual(expected);
  });

  it("runs two at once and refuses whoever would wait behind fifty", async () => {
    const hash = await hashPassword("right");
    vi.mocked(verify).mockClear();
    let [underWay, most] = [0, 0];
    vi.mocked(verify).mockImplementation(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      return true;
    });
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword("right", hash)));
    expect(most).toBe(2);
    const refused = all.filter((each) => each.status === "rejected");
    expect(refused).toHaveLength(60 - 52);
    expect(refused[0]).toMatchObject({ reason: { code: "busy", headers: { "retry-after": "2" } } });
  });
});
