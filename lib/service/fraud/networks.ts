import { isIP } from "node:net";
import { normalizeIp } from "@/lib/contracts/interfaces/duplicate-selectors";
import { numberOf } from "./public-address";

/** Networks of addresses, each with what is said of it, found by binary search. Both ends are in. */
export type Network<Label> = { first: bigint; last: bigint; label: Label };

/** One address or network, such as `192.0.2.7`, `192.0.2.0/24` or `2001:db8::/32`; null: it is none. */
export function readNetwork(text: string): { first: bigint; last: bigint } | null {
  const [given = "", length, more] = text.split("/");
  const address = more === undefined ? normalizeIp(given) : null;
  if (address === null) return null;
  const bits = isIP(address) === 4 ? 32 : 128;
  if (length === undefined) return { first: numberOf(address), last: numberOf(address) };
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return null;
  const host = (1n << BigInt(bits - Number(length))) - 1n;
  const first = numberOf(address) & ~host;
  return { first, last: first | host };
}

/** Sorted, and where they overlap the one that begins first wins. */
export function sortNetworks<Label>(networks: Network<Label>[]): Network<Label>[] {
  networks.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const apart: Network<Label>[] = [];
  for (const { first, last, label } of networks) {
    const end = apart.at(-1)?.last ?? -1n;
    if (last > end) apart.push({ first: first > end ? first : end + 1n, last, label });
  }
  return apart;
}

/** The network of a sorted list that holds an address. */
export function networkWith<Label>(networks: readonly Network<Label>[], address: string): Network<Label> | null {
  const wanted = numberOf(address);
  let [low, high] = [0, networks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((networks[middle]?.first ?? 0n) <= wanted) low = middle + 1;
    else high = middle;
  }
  const found = networks[low - 1];
  return found && found.last >= wanted ? found : null;
}
