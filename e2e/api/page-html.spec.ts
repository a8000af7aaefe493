import { expect } from "../expect";
import { httpSession } from "../http-session";
import { openSession } from "../sessions";
import { baseURL, createSurvey, test, type World } from "./world";

/** What pages say in the HTML that the server sends, before any script runs. */
const refusals = {
  audit: "The audit is for project managers and admins.",
  duplicates: "The duplicate check is for project managers and admins.",
  people: "Users and their roles are for admins.",
  keys: "Keys are for admins",
};

type Role = Parameters<World["addPerson"]>[0];

/** The pages of somebody in this role. */
async function pagesOf(world: World, role: Role) {
  const session = await openSession(await world.addPerson(role));
  return async (address: string) => {
    const reply = await session.get(address);
    return { status: reply.status(), html: await reply.text() };
  };
}

test("an analyst sees that there are an audit and a duplicate check, and why they do not open", async ({ world }) => {
  const open = await pagesOf(world, "analyst");
  const { id } = await createSurvey(world.service);
  const { html } = await open(`/surveys/${id}`);
  expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>(<svg.*?<\/svg>)?\s*History</);
  for (const part of ["audit", "duplicates"] as const) {
    // The menu's entry says why when it is pointed at, and the page itself in its place.
    expect(html).toContain(`data-tip="${refusals[part]}`);
    const page = await open(`/${part}`);
    expect(page.html).toMatch(new RegExp(`role="note".*${refusals[part]}`, "s"));
  }
});

test("a manager reads why they cannot switch the duplicate check", async ({ world }) => {
  const open = await pagesOf(world, "manager");
  const { html } = await open("/duplicates?show=switch");
  expect(html).toMatch(/role="note".*Switching the duplicate check is for admins/s);
});

test("users and keys are shown to nobody who is no admin, who reads why", async ({ world }) => {
  const open = await pagesOf(world, "manager");
  for (const part of ["people", "keys"] as const) {
    const { html } = await open(`/settings?section=${part}`);
    expect(html).toContain(refusals[part]);
    expect(html).not.toContain("Create key");
  }
});

test("projects and the audit are exported as surveys are", async ({ world }) => {
  const open = await pagesOf(world, "manager");
  for (const address of ["/projects", "/audit"]) {
    expect((await open(address)).html, address).toMatch(/<\/svg>Export<\/button>/);
  }
});

test("a forgotten password is explained where no e-mail is sent", async () => {
  const visitor = httpSession(baseURL());
  expect(await (await visitor.get("/sign-in")).text()).toContain('href="/forgot-password"');
  expect(await (await visitor.get("/forgot-password")).text()).toContain("Ask an admin of your account for a link");
});
