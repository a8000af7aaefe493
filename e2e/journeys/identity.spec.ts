import { expect, type Page } from "@playwright/test";
import { startIdentityProvider, type TestProvider } from "@/lib/test-identity-provider";
import { startSamlProvider } from "@/lib/test-saml-provider";
import { type Front, samlSigner, sharedFront, standInPort } from "../remote/front";
import { test } from "../undrawn";
import { sendSignIn, visit } from "./person";

/** Signing in by an identity provider: through its pages and back, and out again. */
let front: Front;
let provider: TestProvider;

test.beforeAll(async () => {
  front = await sharedFront();
  provider = await startIdentityProvider(
    { redirectTo: `${front.url}/api/auth/callback/company`, afterSignOut: `${front.url}/sign-in` },
    standInPort("identity"),
  );
});
test.afterAll(() => provider?.close());
test.beforeEach(() => provider.reset());

/** Somebody whom no earlier run of the same test has brought. */
function newcomer(more: Record<string, unknown> = {}) {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { sub: `person-${mark}`, email: `person-${mark}@identity.example`, name: `Pat ${mark}` };
  provider.person = { ...person, email_verified: true, groups: ["panel"], ...more };
  return person;
}

const begin = async (page: Page, path = "/projects") => {
  await visit(page, `${front.url}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByRole("button", { name: "Sign in with Company account" }).click();
};

test("somebody new signs in by their groups, comes where they were going, and out at the provider too", async ({
  page,
}) => {
  const { name, email } = newcomer();
  await begin(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/projects");
  const menu = page.getByRole("button", { name: `Signed in as ${name}` });
  await menu.click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("Analyst, Demo Research")).toBeVisible();
  await page
    .getByRole("menuitem", { name: "Sign out" })
    .or(page.getByRole("button", { name: "Sign out" }))
    .click();
  // The provider asks whether to end its own session, and leads back.
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${front.url}/sign-in**`);
  expect((await page.request.get(`${front.url}/api/settings/sessions`)).status()).toBe(401);
});

test("a role that groups decide is not given here", async ({ page }) => {
  const { name, email } = newcomer({ groups: ["panel", "bosses"] });
  await begin(page, `/settings?section=people&search=${encodeURIComponent(email)}`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("by groups of an identity provider");
  const reply = await page.request.patch(`${front.url}/api/settings/people`, { data: { email, role: "analyst" } });
  expect(reply.status()).toBe(403);
  expect((await reply.json()).message).toBe(
    `The groups of Company account decide the role of ${name}. Change their groups there.`,
  );
});

test("a refused sign-in says why in our words, and the log has the details", async ({ page }) => {
  newcomer({ email_verified: false });
  await begin(page);
  const alert = page.getByRole("alert").filter({ hasText: "Company account" });
  await expect(alert).toContainText("Company account has not verified your e-mail.");
  const [reference = "none"] = /[0-9a-f-]{36}/.exec((await alert.textContent()) ?? "") ?? [];
  expect(await front.logs()).toContain(reference);
  await visit(page, `${front.url}/sign-in?refusal=Call+us+at+1234&provider=evil&reference=evil`);
  await expect(page.getByText(/1234|evil/)).toHaveCount(0);
});

test("a provider that is away is said to be away, and a password still signs in", async ({ page }) => {
  provider.mode = "away";
  await begin(page);
  await expect(page.getByRole("alert").filter({ hasText: "does not answer at the moment" })).toBeVisible();
  await sendSignIn(page, "manager@demo.test");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("internal users sign in by SAML: a page of the provider posts, and this browser goes on", async ({
  page,
  context,
}) => {
  const saml = await startSamlProvider({
    ...{ signer: samlSigner(), port: standInPort("saml") },
    consumer: `${front.url}/api/saml/corporate`,
  });
  saml.person = {
    nameId: "S-1",
    claims: { email: "saml-1@identity.example", name: "Sam One", groups: ["panel"] },
  };
  await visit(page, `${front.url}/sign-in?next=%2Fprojects`);
  await page.getByRole("button", { name: "Sign in with Corporate sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Signed in as Sam One" })).toBeVisible();

  // The address that one browser was led to is of no use in another, which has no cookie of the first.
  const begun = await page.request.get(`${front.url}/api/saml/corporate/begin`, { maxRedirects: 0 });
  await context.clearCookies();
  await page.goto(begun.headers().location ?? "");
  await expect(page.getByRole("alert").filter({ hasText: "began in another browser" })).toBeVisible();
  expect((await page.request.get(`${front.url}/api/settings/sessions`)).status()).toBe(401);
  saml.close();
});
