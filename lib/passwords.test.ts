import { scrypt } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, verifyPassword } from "./passwords";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

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

  it("says in the hash how it was made", async () => {
    expect(await hashPassword("x")).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  it("accepts a password typed in another Unicode form", async () => {
    expect(await verifyPassword("Mu\u0308ller", await hashPassword("Müller"))).toBe(true);
  });

  it("refuses everything for an unknown user or an unreadable hash", async () => {
    expect(await verifyPassword("", null)).toBe(false);
    expect(await verifyPassword("fieldwork-demo", null)).toBe(false);
    expect(await verifyPassword("fieldwork-demo", "fieldwork-demo")).toBe(false);
  });

  it("does the same work for an unknown user as for a known one", async () => {
    const hash = await hashPassword("fieldwork-demo");
    const workFor = async (stored: string | null) => {
      vi.mocked(scrypt).mockClear();
      await verifyPassword("wrong", stored);
      return vi
        .mocked(scrypt)
        .mock.calls.map(([password, salt, keyBytes, options]) => [
          password,
          Buffer.from(salt as Buffer).length,
          keyBytes,
          options,
        ]);
    };
    const work = await workFor(hash);
    expect(work).toEqual([["wrong", 16, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: expect.any(Number) }]]);
    expect(await workFor(null)).toEqual(work);
  });
});
