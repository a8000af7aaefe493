import { passedOnTrend } from "@/lib/contracts/interfaces/analysis";
import { invalid } from "@/lib/http/read-request";
import { refuse, route } from "@/lib/routes/route";

/** A trend of no project: refused as the interface refuses it. */
export const POST = route({
  operation: passedOnTrend,
  handle: () => Promise.reject(invalid({ projectId: "projectId is required." })),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
