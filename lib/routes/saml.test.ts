import { cookies, headers } from "next/headers";
import { NextResponse } from "next/server";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as beginRoute } from "@/app/api/saml/[provider]/begin/route";
import { GET as finishRoute } from "@/app/api/saml/[provider]/finish/route";
import { POST as consumerRoute } from "@/app/api/saml/[provider]/route";
import { requireViewer } from "@/lib/auth/viewer";
import { env, publicUrl } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { newCertificate } from "@/lib/test-certificate";
import { withOwnDatabase } from "@/lib/test-database";
import { SAML_ISSUER } from "@/lib/test-identities";
import { startSamlProvider } from "@/lib/test-saml-provider";

withOwnDatabase();
const ROOT = `${publicUrl()}/api/saml/corporate`;
const signer = newCertificate("corporate");
let provider: Awaited<ReturnType<typeof startSamlProvider>>;

beforeAll(async () => {
  provider = await startSamlProvider({ signer, consumer: ROOT, port: 0 });
  env.IDENTITY_PROVIDERS = JSON.stringify([
    {
      ...{ kind: "saml", name: "corporate", title: "Corporate", issuer: SAML_ISSUER, domains: ["x.example"] },
      ...{ signInUrl: `${provider.address}/in?tenant=1`, certificates: [signer.certificate] },
      groups: { accounts: { panel: "Panel" } },
    },
  ]);
  await db().insert(accounts).values({ name: "Panel" });
  return provider.close;
});

let jar: NextResponse["cookies"];
beforeEach(() => {
  jar = new NextResponse().cookies;
  vi.mocked(cookies).mockResolvedValue(jar as unknown as Awaited<ReturnType<typeof cookies>>);
  vi.mocked(headers).mockResolvedValue(new Headers({ "x-client-address": "127.0.0.1" }) as never);
  provider.person = { nameId: "n", claims: { email: "pat@x.example", groups: ["panel"] } };
});

const segment = (name = "corporate") => ({ params: Promise.resolve({ provider: name }) });
const leadsTo = (response: Response) => response.headers.get("location") ?? "";

/** What the provider's page would post. */
async function posted(address: string): Promise<URLSearchParams> {
  const page = await (await fetch(address)).text();
  return new URLSearchParams(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const consume = (body: URLSearchParams, name?: string) => {
  const elsewhere = { origin: provider.address, "sec-fetch-site": "cross-site" };
  return consumerRoute(new Request(ROOT, { method: "POST", body, headers: elsewhere }), segment(name));
};

test("a page of the provider posts its answer, and the browser that began goes on with a session", async () => {
  const begun = await beginRoute(new Request(`${ROOT}/begin?next=%2Fprojects`), segment());
  expect(jar.get("saml")).toMatchObject({ httpOnly: true, sameSite: "lax", maxAge: 900 });
  const answered = await consume(await posted(leadsTo(begun)));
  expect([answered.status, jar.get("session")]).toEqual([303, undefined]);
  const finished = await finishRoute(new Request(leadsTo(answered)), segment());
  expect([finished.status, leadsTo(finished)]).toEqual([303, `${publicUrl()}/projects`]);
  expect(jar.get("session")).toMatchObject({ httpOnly: true, sameSite: "lax" });
  expect(jar.get("saml")?.value).toBe("");
  expect(await requireViewer(jar.get("session")?.value)).toMatchObject({ email: "pat@x.example" });
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])(
  "a sign-in that is to lead to %s leads to the start page",
  async (next) => {
    const begun = await beginRoute(new Request(`${ROOT}/begin?${new URLSearchParams({ next })}`), segment());
    const answered = await consume(await posted(leadsTo(begun)));
    expect(leadsTo(await finishRoute(new Request(leadsTo(answered)), segment()))).toBe(`${publicUrl()}/surveys`);
  },
);

test("an invalid response leads to the sign-in page with a reason, and an unknown provider is not found", async () => {
  const refused = await consume(new URLSearchParams({ SAMLResponse: "x", RelayState: "y" }));
  expect(leadsTo(refused)).toMatch(
    new RegExp(`^${publicUrl()}/sign-in\\?refusal=unfinished&provider=corporate&reference=[0-9a-f-]{36}$`),
  );
  expect((await consume(new URLSearchParams(), "unknown")).status).toBe(404);
  expect((await consume(new URLSearchParams({ SAMLResponse: "x".repeat(600_000) }))).status).toBe(413);
});
