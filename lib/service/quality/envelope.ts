import type { FieldProblems } from "@/lib/http/problem";
import type { Answer } from "../service";

export const succeeded = (results: unknown, message: string): Answer => ({
  body: { success: true, message, results },
});

/** What a refusal is on the wire. */
export const refused = (message: string, fields: FieldProblems) => ({
  success: false,
  message,
  errors: Object.entries(fields).map(([field, problem]) => ({ field, message: problem })),
});
