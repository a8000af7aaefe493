import { describeAll, describeInterface } from "@/lib/contracts/openapi";
import { publicUrl } from "@/lib/env";
import { serve } from "@/lib/service/router";

type Segment = { params: Promise<{ path?: string[] }> };

/** The built-in services over HTTP, for other clients: `/service/<interface>/<path of the specification>`. */
async function handler(request: Request, { params }: Segment): Promise<Response> {
  const [interfaceName = "", ...rest] = (await params).path ?? [];
  const description = request.method === "GET" ? describe(interfaceName, rest) : null;
  if (description) return Response.json(description);
  // Next has decoded the parts; a name in one of them may hold a slash.
  return serve(interfaceName, `/${rest.map(encodeURIComponent).join("/")}`, request);
}

export { handler as DELETE, handler as GET, handler as OPTIONS, handler as PATCH, handler as POST, handler as PUT };

/** `/service/openapi.json` and `/service/<interface>/openapi.json`. */
function describe(first: string, rest: string[]) {
  if (first === "openapi.json" && rest.length === 0) return describeAll(`${publicUrl()}/service`);
  const asked = rest.length === 1 && rest[0] === "openapi.json";
  return asked ? describeInterface(first, `${publicUrl()}/service/${first}`) : null;
}
