import "server-only";
import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { publicUrl } from "@/lib/env";
import { safeAddress } from "./sign-in-address";

const PARAMETER = "callbackUrl";
/** next-auth remembers an address in it between steps of a sign-in; ours has one step. */
const COOKIE = /(^|-)next-auth\.callback-url$/;

/**
 * The request with an address of ours to return to, or none. next-auth answers an address that it cannot read with a
 * 500 before it asks `callbacks.redirect`, which judges all others, those of the body among them.
 */
export async function withSafeCallback(request: NextRequest): Promise<NextRequest> {
  const jar = await cookies();
  for (const { name } of jar.getAll()) if (COOKIE.test(name)) jar.delete(name);
  const asked = request.nextUrl.searchParams.get(PARAMETER);
  if (asked === null) return request;
  const url = new URL(request.url);
  url.searchParams.set(PARAMETER, safeAddress(asked, new URL(publicUrl()).origin));
  return new NextRequest(url, request);
}
