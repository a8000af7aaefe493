import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { newSessionCookie, newToken } from "../sessions";
import { DEMO_PASSWORD } from "../sign-in";

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>["cookies"];

/** The sessions of the demo's people that this process has begun, by instance and e-mail. */
const sessions = new Map<string, Promise<Session>>();

type Somebody = { email: string };

const beginSession = async (person: Somebody): Promise<Session> => [await newSessionCookie(person)];

/** Trends and tables open with their settings shown, as for those who have left them so. */
const showSettings = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const of of ["trend", "table"]) localStorage.setItem(`${of}-settings-hidden`, "false");
  });

/** Signs the browser in without a page. One session serves all journeys of a person: whoever ends it signs in anew. */
export async function signIn(page: Page, email: string): Promise<void> {
  await showSettings(page.context());
  const session = sessions.get(email) ?? beginSession({ email });
  sessions.set(email, session);
  await page.context().addCookies(await session);
}

/** Signs a browser in with a session of its own, for people that a test made and for tests that end the session. */
export async function signInAnew(context: BrowserContext, person: Somebody): Promise<void> {
  await showSettings(context);
  await context.addCookies(await beginSession(person));
}

/** Fills in and sends the sign-in page that is open. */
export async function sendSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
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
  const authorization = await newToken("manager@demo.test");
  const reply = await page.request.get(`/service/demand/surveys?ids=${id}`, { headers: { authorization } });
  return (await reply.json()).surveys[0];
}

const selectOf = (page: Page, label: string) =>
  page
    .getByRole("combobox", { name: label })
    .or(page.getByLabel(label, { exact: true }))
    .first();

/** The chosen option of a select, the browser's own or ours, found by its label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = selectOf(page, label);
  if (await select.evaluate(({ tagName }) => tagName === "SELECT")) {
    await select.selectOption({ label: option });
    return;
  }
  await select.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Types words of a project where one is chosen: the field can be typed in once it was reached. */
export async function findProject(page: Page, words: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Project" });
  await field.click();
  await field.fill(words);
}

/** Adds the condition that responses have this option of a question to what the page shows. */
export async function addFilter(page: Page, question: string, option: string): Promise<void> {
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add filter", exact: true });
  await dialog.getByRole("combobox", { name: "Question" }).click();
  await page.getByRole("option", { name: question }).click();
  const options = dialog.getByRole("combobox", { name: "Options" });
  await options.click();
  await page.getByRole("option", { name: option }).click();
  // The list closes first: the form that it is in stays.
  await options.press("Escape");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
}

export async function chooseFirst(page: Page, label: string): Promise<void> {
  await selectOf(page, label).click();
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

/** Waits until the page has taken over what the server drew: what is pressed before is lost. */
async function takenOver(page: Page): Promise<void> {
  const isTakenOver = () => {
    const controls = [...document.querySelectorAll("input, button")];
    return (
      controls.length > 0 && controls.every((each) => Object.keys(each).some((key) => key.startsWith("__reactProps")))
    );
  };
  await page.waitForFunction(isTakenOver, undefined, { timeout: 90_000 });
}

/** Opens an address and waits until the page answers. What it reads after that is waited for by who expects it. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await takenOver(page);
}

/** Loads the page anew, as `visit` does. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: "domcontentloaded" });
  await takenOver(page);
}
