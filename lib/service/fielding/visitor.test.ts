import { expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import { mayCome, mayRecordUnknown, visitorOf } from "./visitor";

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const IN_APP = `${ANDROID} [FB_IAB/FB4A;FBAV/500.0.0.0;]`;
const IPAD =
  "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const TELEVISION =
  "Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/6.0 TV Safari/537.36";

const visitor = (agent: string, headers: Record<string, string> = {}) =>
  visitorOf(new Headers({ "user-agent": agent, ...headers }));

test.each([
  [WINDOWS, "desktop"],
  [IPHONE, "mobile"],
  [ANDROID, "mobile"],
  [IN_APP, "mobile"],
  [IPAD, "tablet"],
  [TELEVISION, "desktop"],
])("a person with %s has a %s", (agent, device) => {
  expect(visitor(agent)).toMatchObject({ device, isNobody: false });
});

test.each([
  ["curl/8.5.0", {}],
  ["", {}],
  ["python-requests/2.32", {}],
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", {}],
  ["WhatsApp/2.24.1 A", {}],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", {}],
  [WINDOWS, { "sec-purpose": "prefetch;prerender" }],
  [WINDOWS, { "Sec-Purpose": "Prefetch" }],
  [WINDOWS, { purpose: "prefetch" }],
  [WINDOWS, { "x-purpose": "preview" }],
  [WINDOWS, { "x-moz": "prefetch" }],
])("%j with %j is nobody", (agent, headers) => {
  expect(visitor(agent, headers)?.isNobody).toBe(true);
});

test("an agent longer than any browser's is refused before it is read", () => {
  expect(visitor(`${WINDOWS} ${"x".repeat(5000)}`)).toBeNull();
});

test("the address is what the server says it is", () => {
  expect(visitor(WINDOWS, { [CLIENT_ADDRESS_HEADER]: "192.0.2.1" })?.address).toBe("192.0.2.1");
  expect(visitor(WINDOWS)?.address).toBeNull();
  expect(visitor(WINDOWS, { [CLIENT_ADDRESS_HEADER]: "unknown" })?.address).toBeNull();
});

test("a network may come a hundred times a second, an IPv6 network as one, and others beside it", () => {
  const at = 1_800_000_000_000;
  const come = (addresses: (index: number) => string, now: number) =>
    Array.from({ length: 150 }, (_, index) => mayCome(addresses(index), now)).filter(Boolean).length;
  expect(come(() => "192.0.2.1", at)).toBe(100);
  expect(come(() => "192.0.2.1", at + 999)).toBe(0);
  expect(come((index) => `2001:db8:1:2::${index}`, at)).toBe(100);
  expect(mayCome("2001:db8:1:3::1", at)).toBe(true);
  expect(mayCome("192.0.2.2", at)).toBe(true);
  expect(come(() => "192.0.2.1", at + 1000)).toBe(100);
  expect(come(() => "127.0.0.1", at)).toBe(150);
});

test("networks without end are refused in their second, and those that have come stay in", () => {
  const at = 1_900_000_000_000;
  const addresses = Array.from(
    { length: 50_001 },
    (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  );
  expect(addresses.filter((address) => mayCome(address, at))).toHaveLength(50_000);
  expect(mayCome(addresses[0] ?? "", at)).toBe(true);
  expect(mayCome("198.51.100.1", at + 1000)).toBe(true);
});

test("returns of unknown sessions are recorded a thousand an hour", () => {
  const at = 1_800_000_000_000;
  const recorded = (now: number) => Array.from({ length: 1500 }, () => mayRecordUnknown(now)).filter(Boolean).length;
  expect([recorded(at), recorded(at + 1), recorded(at + 3_600_000)]).toEqual([1000, 0, 1000]);
});
