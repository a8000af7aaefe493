/** What a user agent string calls itself, the more exact name first: most of them also claim to be others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const firstOf = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A browser and its system as a person would name them: "Firefox on Windows". */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent?.trim()) return "A browser that does not name itself";
  const [browser, system] = [firstOf(browsers, userAgent), firstOf(systems, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `An unknown browser on ${system}` : "An unknown browser";
}
