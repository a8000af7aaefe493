import { defineConfig, devices, type PlaywrightTestConfig } from "@playwright/test";

const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/** No page lives long enough to get back what optimising its scripts and drawing it on several threads cost. */
const SHORT_LIVED = ["--js-flags=--no-turbofan --no-maglev", "--num-raster-threads=1", "--disable-partial-raster"];

/** Room for a busy machine: what is waited for comes at once on a quiet one, and a click that is lost ends its test. */
const PATIENCE_MS = 90_000;

const chromium: PlaywrightTestConfig["use"] = {
  ...devices["Desktop Chrome"],
  // What slides and fades costs a busy machine more than all else, and nothing is tested by it.
  contextOptions: { reducedMotion: "reduce" },
  // Each test gets it emptied; the scripts that the one before has loaded need not be fetched and read again.
  reuseContext: true,
  launchOptions: {
    executablePath: process.env.CHROMIUM || undefined,
    args: ["--no-sandbox", "--disable-gpu", ...QUIET, ...SHORT_LIVED],
  },
};

export default defineConfig({
  globalSetup: "./global-setup.ts",
  outputDir: "../test-results",
  // API tests wait for the instance most of the time; a browser keeps a core busy.
  workers: 4,
  // In CI only. The run lists each test that passed at its second try, so that somebody mends it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 600_000,
  expect: { timeout: PATIENCE_MS, toPass: { intervals: [50, 100, 200, 400] } },
  use: {
    baseURL: process.env.BASE_URL,
    trace: "off",
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
  },
  projects: [
    { name: "api", testDir: "./api" },
    {
      name: "browser",
      testDir: "./journeys",
      workers: 2,
      use: chromium,
    },
    // Journeys in which processes are killed, and files are large: `npm run test:long`.
    { name: "long", testDir: "./long", use: { ...chromium, actionTimeout: 0, navigationTimeout: 0 }, workers: 2 },
  ],
});
