import { isIPv6 } from "node:net";

/** Who gets an IPv6 address gets 2^64 of them: one client is one network of that size. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const [left, right] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
