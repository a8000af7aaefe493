import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { openRoute, refuse } from "@/lib/routes/route";

type Segment = { params: Promise<{ nextauth: string[] }> };

const answer = (request: NextRequest, segment: Segment): Promise<Response> =>
  NextAuth(request, segment as never, authOptions());

export { answer as GET };

/** Next-auth reads a body of any size: it gets one that was read and judged before. */
export const POST = openRoute("sign-in", async (request: NextRequest, segment: Segment, body) => {
  const { method, headers } = request;
  return answer(new NextRequest(request.url, { method, headers, body }), segment);
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
