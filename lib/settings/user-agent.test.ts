import { expect, test } from "vitest";
import { describeUserAgent } from "./user-agent";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, "Chrome on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["curl/8.5.0", "curl"],
  ["Something (X11)", "An unknown browser on Linux"],
  ["?", "An unknown browser"],
  [" ", "A browser that does not name itself"],
  [null, "A browser that does not name itself"],
])("%s", (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words);
});
