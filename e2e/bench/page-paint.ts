import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { findOrInstallChromium } from "../chromium";

/** What Lighthouse says of one page as a desktop opens it, its cache empty. */
export type Paint = { performance: number; scriptBytes: number; blockingMs: number; lcpMs: number; misnamed: number };

type Request = { resourceType?: string; transferSize?: number };

/** `cookie`: the person's who opens it. */
export async function measurePaint(url: string, { cookie }: { cookie?: string }): Promise<Paint> {
  const chromePath = findOrInstallChromium();
  const chrome = await launch({
    ...(chromePath && { chromePath }),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const flags = { port: chrome.port, logLevel: "error" as const, ...(cookie && { extraHeaders: { cookie } }) };
    const result = await lighthouse(url, flags, desktopConfig);
    if (!result) throw new Error(`Lighthouse says nothing of ${url}.`);
    const { categories, audits } = result.lhr;
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const requests = (audits["network-requests"]?.details?.items ?? []) as Request[];
    const scripts = requests.filter(({ resourceType }) => resourceType === "Script");
    return {
      performance: (categories.performance.score ?? Number.NaN) * 100,
      scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
      blockingMs: value("total-blocking-time"),
      lcpMs: value("largest-contentful-paint"),
      misnamed: audits["label-content-name-mismatch"]?.details?.items?.length ?? 0,
    };
  } finally {
    chrome.kill();
  }
}
