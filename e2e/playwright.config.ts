import { defineConfig, devices, type PlaywrightTestConfig } from "@playwright/test";

const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

const chromium: PlaywrightTestConfig["use"] = {
  ...devices["Desktop Chrome"],
  // What slides and fades costs a busy machine more than all else, and nothing is tested by it.
  contextOptions: { reducedMotion: "reduce" },
  // Each test gets it emptied; the scripts that the one before has loaded need not be fetched and read again.
  reuseContext: true,
  launchOptions: {
    executablePath: process.env.CHROMIUM || undefined,
    args: ["--no-sandbox", "--disable-gpu", ...QUIET],
  },
};

export default defineConfig({
  globalSetup: "./global-setup.ts",
  outputDir: "../test-results",
  // API tests wait for the instance most of the time; a browser keeps a core busy.
  workers: 4,
  // Only where nobody is there to look: what needed its second try is named at the end of the run, to be mended.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Room for a busy machine: what is expected is waited for, and comes at once on a quiet one.
  timeout: 600_000,
  expect: { timeout: 90_000, toPass: { intervals: [50, 100, 200, 400] } },
  use: { baseURL: process.env.BASE_URL, trace: "off", screenshot: "only-on-failure" },
  projects: [
    { name: "api", testDir: "./api" },
    {
      name: "browser",
      testDir: "./journeys",
      workers: 2,
      use: chromium,
    },
    // Journeys in which processes are killed: `npm run test:long`.
    { name: "long", testDir: "./long", use: chromium, workers: 2 },
  ],
});
