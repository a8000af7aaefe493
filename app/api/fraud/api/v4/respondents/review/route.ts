import { passReview } from "@/lib/checks/pass-on";
import { reviewFromBody, reviewFromQuery } from "@/lib/contracts/interfaces/fraud-review";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: reviewFromQuery,
  handle: async ({ context, input, headers }) => ({
    body: await passReview({ context, accountId: accountIn(headers) }, input.query),
  }),
});

export const POST = route({
  operation: reviewFromBody,
  handle: async ({ context, input, headers }) => ({
    body: await passReview(
      { context, accountId: accountIn(headers) },
      { ...input.body, encrypt: input.body.encrypt || input.query.encrypt },
    ),
  }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
