import type { Context } from "@/lib/contracts/context";

/** Whose directory calls: the key of one account. */
export type Directory = Context & { accountId: string };
