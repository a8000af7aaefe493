import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./passwords";

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

  it("works as long for an unknown user as for a known one", async () => {
    const hash = await hashPassword("fieldwork-demo");
    const timeMs = async (stored: string | null) => {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn++) {
        const start = performance.now();
        await verifyPassword("wrong", stored);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const ratio = (await timeMs(null)) / (await timeMs(hash));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
