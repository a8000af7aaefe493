import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { refusedStart } from "@/lib/auth/openid-sign-in";
import { authOptions } from "@/lib/auth/options";
import { withSafeCallback } from "@/lib/auth/safe-callback";
import { openRoute, refuse } from "@/lib/routes/route";

type Segment = { params: Promise<{ nextauth: string[] }> };

const answer = async (request: NextRequest, segment: Segment): Promise<Response> =>
  NextAuth(await withSafeCallback(request), segment as never, authOptions());

export { answer as GET };

/** Next-auth reads a body of any size: it gets one that was read and checked before. */
export const POST = openRoute("sign-in", async (request: NextRequest, segment: Segment, body) => {
  const { method, headers } = request;
  const [step, provider] = (await segment.params).nextauth;
  if (step === "signin" && provider !== undefined && provider !== "credentials") {
    // Each reads the provider's description: a client begins no more of them than it may sign in.
    const refusal = await refusedStart(provider);
    if (refusal !== null) return Response.json({ url: refusal });
  }
  return answer(new NextRequest(request.url, { method, headers, body }), segment);
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
