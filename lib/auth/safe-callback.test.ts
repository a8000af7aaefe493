import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import { beforeEach, expect, test, vi } from "vitest";
import { env, publicUrl } from "@/lib/env";
import { authOptions } from "./options";
import { withSafeCallback } from "./safe-callback";

/** The cookies that a handler reads and changes are of the same class. */
const jar = () => new NextResponse().cookies;
const use = (cookiesOfRequest: ReturnType<typeof jar>) =>
  vi.mocked(cookies).mockResolvedValue(cookiesOfRequest as unknown as Awaited<ReturnType<typeof cookies>>);

beforeEach(() => {
  env.APP_SECRET ??= "only for tests, only for tests, only for tests";
  use(jar());
});

const AWAY = ["http://localhost:3100.evil.test/", "http://[evil", "//evil.test", "javascript:alert(1)", "evil"];

test.each(AWAY)(
  "an address in the query that is not ours (%s) becomes the start page, the rest stays",
  async (away) => {
    const url = `${publicUrl()}/api/auth/signin?callbackUrl=${encodeURIComponent(away)}&error=x`;
    const { searchParams } = (await withSafeCallback(new NextRequest(url))).nextUrl;
    expect(Object.fromEntries(searchParams)).toEqual({ callbackUrl: "/surveys", error: "x" });
  },
);

test("a path of ours and a request without an address stay as they are, the body too", async () => {
  const sent = { method: "POST", body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } };
  const named = new NextRequest(`${publicUrl()}/api/auth/signout?callbackUrl=%2Faudit%3Fpage%3D2`, sent);
  const safe = await withSafeCallback(named);
  expect(safe.nextUrl.searchParams.get("callbackUrl")).toBe("/audit?page=2");
  expect([safe.method, await safe.text()]).toEqual(["POST", "a=b"]);
  const plain = new NextRequest(`${publicUrl()}/api/auth/csrf`);
  expect(await withSafeCallback(plain)).toBe(plain);
});

test("a remembered address is forgotten, under either of its names, and no other cookie is", async () => {
  const present = jar();
  for (const name of ["next-auth.callback-url", "__Secure-next-auth.callback-url", "session"])
    present.set(name, "http://localhost:3100.evil.test/");
  use(present);
  await withSafeCallback(new NextRequest(`${publicUrl()}/api/auth/csrf`));
  const values = Object.fromEntries(present.getAll().map(({ name, value }) => [name, value]));
  expect(values).toEqual({
    "next-auth.callback-url": "",
    "__Secure-next-auth.callback-url": "",
    session: "http://localhost:3100.evil.test/",
  });
});

test("an address of ours stays remembered between the steps of a sign-in", async () => {
  const present = jar();
  present.set("next-auth.callback-url", `${publicUrl()}/audit?page=2`);
  use(present);
  await withSafeCallback(new NextRequest(`${publicUrl()}/api/auth/csrf`));
  expect(present.get("next-auth.callback-url")?.value).toBe(`${publicUrl()}/audit?page=2`);
});

test("next-auth leads to paths of ours only, whatever a body names", async () => {
  const baseUrl = publicUrl();
  const redirect = authOptions().callbacks?.redirect;
  for (const url of AWAY) expect(await redirect?.({ url, baseUrl })).toBe(`${baseUrl}/surveys`);
  for (const url of ["/audit?page=2", `${baseUrl}/audit?page=2`])
    expect(await redirect?.({ url, baseUrl })).toBe(`${baseUrl}/audit?page=2`);
});
