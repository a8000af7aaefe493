import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/auth/viewer";
import { health } from "@/lib/routes/health";
import { refuse } from "@/lib/routes/route";

/** For machines that watch the product; an admin's session is told more. */
export async function GET(): Promise<Response> {
  const report = await health((await cookies()).get(sessionCookie.name)?.value);
  return Response.json(report, {
    status: report.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
