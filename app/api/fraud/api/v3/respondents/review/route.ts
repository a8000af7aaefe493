import { passReview } from "@/lib/checks/pass-on";
import { reviewFromServer } from "@/lib/contracts/interfaces/fraud-review";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: reviewFromServer,
  handle: async ({ context, input, headers }) => ({
    body: await passReview({ context, accountId: accountIn(headers) }, input.query),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
