import { createHash } from "node:crypto";
import { canonicalJsonInTurns } from "@/lib/contracts/rules/canonical-json";

/** SHA-256, in hex, of a JSON value whatever the order of its members: it tells a repeat of a request from another. */
export const digestOf = async (value: unknown): Promise<string> =>
  createHash("sha256")
    .update(await canonicalJsonInTurns(value))
    .digest("hex");
