import { BlockList, isIP } from "node:net";
import { normalizeIp } from "@/lib/contracts/interfaces/duplicate-selectors";

/** Networks whose addresses many share or nobody has: private ones, shared by carriers, loopback, link-local, multicast. */
const special = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  special.addSubnet(network, bits, "ipv6");
}

/** An address in its one spelling, where it tells one network from others; null: none, or one such as 10.0.0.1. */
export function publicAddress(text: string | null | undefined): string | null {
  const address = text ? normalizeIp(text) : null;
  if (address === null) return null;
  return special.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") ? null : address;
}

/** An address as a number of 128 bits; IPv4 lies in `::ffff:0:0/96`. */
export function numberOf(address: string): bigint {
  if (isIP(address) === 4) {
    const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
    return (0xffffn << 32n) | BigInt(value);
  }
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const [left, right] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** The network that a provider gives to one site: /24 of IPv4, /48 of IPv6. */
export function subnetOf(address: string): string {
  if (isIP(address) === 4) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  const network = numberOf(address) >> 80n;
  const groups = [32n, 16n, 0n].map((shift) => ((network >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::/48`;
}
