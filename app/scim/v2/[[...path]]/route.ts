import { answerScim } from "@/lib/scim/scim-service";

type Segment = { params: Promise<{ path?: string[] }> };

/** Users of an account as its directory adds and disables them (SCIM 2.0). */
const handler = async (request: Request, { params }: Segment): Promise<Response> =>
  answerScim(request, (await params).path ?? []);

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
