import * as contract from "@/lib/contracts/ours/coherence-rules";
import { refuse, route } from "@/lib/routes/route";
import { listCoherenceRules, setCoherenceRules } from "@/lib/settings/coherence-rules";

export const GET = route({
  operation: contract.listCoherenceRules,
  handle: async ({ context }) => ({ body: await listCoherenceRules(context) }),
});

export const POST = route({
  operation: contract.setCoherenceRules,
  handle: async ({ context, input }) => ({ body: await setCoherenceRules(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
