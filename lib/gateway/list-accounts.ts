import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import { type Ask, call, type SignedInContext } from "./call";

type Manner = Pick<Ask<typeof demand.listAccounts>, "deadline">;

export const listAccounts = async (
  context: SignedInContext,
  query: QueryOf<typeof demand.listAccounts>,
  manner: Manner = {},
) => (await call(context, demand.listAccounts, { ...manner, query })).data;
