import { expect, test } from "vitest";
import { pageOrigin } from "./page-origin";

test.each([
  ["https://shop.example", "https://shop.example"],
  [" https://Shop.Example:443/ ", "https://shop.example"],
  ["https://shop.example:8443", "https://shop.example:8443"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
  ["http://localhost:5173", "http://localhost:5173"],
])("%s is the origin %s", (text, origin) => {
  expect(pageOrigin(text)).toBe(origin);
});

test.each([
  ...["", "shop.example", "*", "null", "https://", "https://*.shop.example", "http://shop.example", "file:///a"],
  ...["https://shop.example/page", "https://shop.example?a", "https://shop.example#a", "https://me@shop.example"],
  ...["javascript:alert(1)", "https://shop.example https://other.example"],
])("%j is no origin that can be listed", (text) => {
  expect(pageOrigin(text)).toBeNull();
});
