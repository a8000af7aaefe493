import "server-only";
import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { publicUrl } from "@/lib/env";
import { safeAddress } from "./sign-in-address";

const PARAMETER = "callbackUrl";
/** next-auth remembers an address in it between the steps of a sign-in by an identity provider. */
const COOKIE = /(^|-)next-auth\.callback-url$/;

/**
 * The request with an address of ours to return to, or none. next-auth answers an address that it cannot read with a
 * 500 before it asks `callbacks.redirect`, which judges all others, those of the body among them.
 */
export async function withSafeCallback(request: NextRequest): Promise<NextRequest> {
  const jar = await cookies();
  const { origin } = new URL(publicUrl());
  for (const { name, value } of jar.getAll()) if (COOKIE.test(name) && !isOurs(value, origin)) jar.delete(name);
  const asked = request.nextUrl.searchParams.get(PARAMETER);
  if (asked === null) return request;
  const url = new URL(request.url);
  url.searchParams.set(PARAMETER, safeAddress(asked, origin));
  return new NextRequest(url, request);
}

/** Whether an address is one that we would lead to, as next-auth writes it: whole. */
const isOurs = (address: string, origin: string) => `${origin}${safeAddress(address, origin)}` === address;
