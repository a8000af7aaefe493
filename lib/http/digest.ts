import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/contracts/rules/revision";

/**
 * SHA-256, in hex, of what was asked for. A job keeps it where its steps hold the rest: it tells a repeat of a request
 * from another one of the same id.
 */
export const digestOf = (asked: unknown): string => createHash("sha256").update(canonicalJson(asked)).digest("hex");
