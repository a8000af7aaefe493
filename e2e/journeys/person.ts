import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/survey";
import { DEMO_PASSWORD, signInOver } from "../sign-in";

/** Signs the browser in without a page: for journeys that begin at an address. */
export const signIn = (page: Page, email: string): Promise<void> => signInOver(page.request, { email });

/** Signs in through the page, as a person does, and ends on the surveys list. */
export async function signInPage(page: Page, email: string): Promise<void> {
  await visit(page, "/sign-in");
  await sendSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Surveys" })).toBeVisible();
}

/** Fills in and sends the sign-in page that is open. */
export async function sendSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** What is fading in, changes its colour or is being read anew has for a moment a contrast that nobody reads by. */
async function atRest(page: Page): Promise<void> {
  const moving = () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
    const isDimmed = (busy: Element) => getComputedStyle(busy).opacity !== "1";
    const busy = [...document.querySelectorAll("[aria-busy=true]")];
    return document.getAnimations().filter(ends).length + busy.filter(isDimmed).length;
  };
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}

/** What is not wrong need not be described, which takes three quarters of the time; nor have pages frames or media. */
type RunOptions = Parameters<AxeBuilder["options"]>[0];
const VIOLATIONS: RunOptions = { resultTypes: ["violations"], preload: false };

/** Colours are all that differs in the dark; the rest was looked at in the light. */
const LOOKED_AT = { light: VIOLATIONS, dark: { ...VIOLATIONS, runOnly: ["color-contrast"] } };

/** What has a name in two ways is found by one of them and read out by the other; an id that names nothing names nobody. */
async function expectOneNameEach(page: Page): Promise<void> {
  const namedTwice = () =>
    [...document.querySelectorAll("[aria-label], [aria-labelledby]")]
      .filter((each) => {
        const labels = each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? each.labels : null;
        const ways = [each.hasAttribute("aria-label"), each.hasAttribute("aria-labelledby"), Boolean(labels?.length)];
        const ids = each.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
        return ways.filter(Boolean).length > 1 || ids.some((id) => document.getElementById(id) === null);
      })
      .map((each) => each.outerHTML.slice(0, 200));
  expect(await page.evaluate(namedTwice), "one accessible name each").toEqual([]);
}

/** No accessibility violations in light and in dark, and one name for each thing that has any. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectOneNameEach(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    // A page reached by a link takes its title over a moment after it shows.
    await expect(page).toHaveTitle(/\S/);
    await atRest(page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(LOOKED_AT[colorScheme]).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
    expect(found, `accessibility in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Collects what the browser complains about; `expectQuiet` at the end says that it was nothing. */
export function listenToConsole(page: Page): { expectQuiet: () => void } {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // A page that a slow machine left before its styles were used: the time is the machine's.
    if (message.text().includes("was preloaded using link preload but not used within a few seconds")) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { expectQuiet: () => expect(complaints).toEqual([]) };
}

/** The survey as another client of the interface sees it. */
export async function asOtherClient(page: Page, id: string): Promise<BuiltInSurvey> {
  const { token } = await (
    await page.request.post("/service/demand/tokens", { data: { email: "manager@demo.test", password: DEMO_PASSWORD } })
  ).json();
  const reply = await page.request.get(`/service/demand/surveys?ids=${id}`, { headers: { authorization: token } });
  return (await reply.json()).surveys[0];
}

const openSelect = (page: Page, label: string) =>
  page
    .getByRole("combobox", { name: label })
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .click();

/** The chosen option of a select found by its label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await openSelect(page, label);
  await page.getByRole("option", { name: option, exact: true }).click();
}

export async function chooseFirst(page: Page, label: string): Promise<void> {
  await openSelect(page, label);
  await page.getByRole("option").first().click();
}

/** What a thing says under the mouse. A page that is not live yet does not notice it come, so that it comes again. */
export async function expectTooltip(page: Page, of: Locator, sentence: string): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 0);
    await of.hover();
    await expect(page.getByRole("tooltip")).toContainText(sentence, { timeout: 3000 });
  }).toPass();
}

/** Opens an address and waits until the page has taken over what the server drew: what is typed before that is lost. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  const isTakenOver = () =>
    [...document.querySelectorAll("input, button")].every((each) =>
      Object.keys(each).some((key) => key.startsWith("__reactProps")),
    );
  await page.waitForFunction(isTakenOver, undefined, { timeout: 90_000 });
}
