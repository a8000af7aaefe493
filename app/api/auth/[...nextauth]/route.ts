import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";

type Segment = { params: Promise<{ nextauth: string[] }> };

const handler = (request: NextRequest, segment: Segment) => NextAuth(request, segment as never, authOptions());

export { handler as GET, handler as POST };
