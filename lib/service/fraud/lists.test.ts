import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ListState } from "@/lib/contracts/interfaces/fraud-account";
import { env } from "@/lib/env";
import { addressList, listStates } from "./lists";
import { networkWith } from "./networks";

const folder = mkdtempSync(join(tmpdir(), "fraud-lists-"));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

let now = 0;
beforeAll(() => {
  env.FRAUD_LISTS = folder;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterAll(() => {
  env.FRAUD_LISTS = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** The state of a list when the files have been looked at since: at the latest when it shows what is expected. */
async function stateOf(name: ListState["name"], expected: Partial<ListState>): Promise<ListState> {
  for (let tries = 0; ; tries += 1) {
    now += 10_000;
    const state = (await listStates()).find((list) => list.name === name);
    const isThere = Object.entries(expected).every(([key, value]) => state?.[key as keyof ListState] === value);
    if (state && (isThere || tries === 200)) {
      expect(state).toMatchObject(expected);
      return state;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const has = async (name: ListState["name"], address: string) =>
  networkWith((await addressList(name))?.networks ?? [], address) !== null;

test("addresses and networks of both kinds are found in every spelling, and nothing beside them", async () => {
  put("vpn.txt", "# exits\n192.0.2.7\n198.51.100.0/25 # half\n2001:DB8:0::/48\n\n198.51.100.64/26\n");
  const { changed_at } = await stateOf("vpn", { problem: null, entries: 3 });
  expect(changed_at).toMatch(/^\d{4}-/);
  for (const address of ["192.0.2.7", "198.51.100.0", "198.51.100.127", "2001:db8::1", "2001:db8:0:ffff::"]) {
    expect(await has("vpn", address), address).toBe(true);
  }
  for (const address of ["192.0.2.6", "192.0.2.8", "198.51.100.128", "2001:db8:1::", "::c000:207"]) {
    expect(await has("vpn", address), address).toBe(false);
  }
  put("vpn.txt", "0.0.0.0/0\n");
  await stateOf("vpn", { entries: 1 });
  expect([await has("vpn", "255.255.255.255"), await has("vpn", "2001:db8::1")]).toEqual([true, false]);
});

test("countries have their ranges", async () => {
  put("countries.csv", '"192.0.2.0","192.0.2.255","DE"\n2001:db8::,2001:db8:ffff::,FR\n');
  await stateOf("countries", { entries: 2 });
  const networks = (await addressList("countries"))?.networks ?? [];
  expect(networkWith(networks, "192.0.2.200")?.label).toBe("DE");
  expect(networkWith(networks, "2001:db8:5::")?.label).toBe("FR");
  expect(networkWith(networks, "192.0.3.0")).toBeNull();
});

test.each([
  ["half written", "192.0.2.7\n198.51.1", "has no end of its last line"],
  ["broken", "192.0.2.7\nsomething else\n", "has no entry in line 2"],
  ["with a network of too many bits", "192.0.2.7/33\n", "has no entry in line 1"],
  ["empty", "", "is empty"],
  ["of comments alone", "# none\n", "has no entry"],
])("a file that is %s leaves the last good one in use and says so", async (_, text, why) => {
  put("tor.txt", "203.0.113.1\n");
  const good = await stateOf("tor", { entries: 1, problem: null });
  put("tor.txt", text);
  const problem = `tor.txt ${why}. The last good one stays in use.`;
  expect(await stateOf("tor", { problem })).toEqual({ ...good, problem });
  expect(await has("tor", "203.0.113.1")).toBe(true);
  put("tor.txt", "203.0.113.1\n203.0.113.3\n");
  await stateOf("tor", { entries: 2, problem: null });
});

test("fraudsters are listed by e-mail too, other lists refuse that; a list that is not there checks nothing", async () => {
  const hash = "0123456789abcdef0123456789abcdef";
  put("internet-fraud.txt", `${hash.toUpperCase()}\n`);
  await stateOf("internet_fraud", { entries: 1, problem: null });
  expect((await addressList("internet_fraud"))?.emailHashes.has(hash)).toBe(true);
  put("hosting.txt", `${hash}\n`);
  await stateOf("hosting", {
    entries: null,
    problem: "hosting.txt has no entry in line 1. Nothing is checked by it.",
  });
  expect(await addressList("hosting")).toBeNull();
  await stateOf("web_proxy", { entries: null, problem: null });
  rmSync(join(folder, "internet-fraud.txt"));
  await stateOf("internet_fraud", {
    entries: 1,
    problem: "internet-fraud.txt is gone. The last good one stays in use.",
  });
});
