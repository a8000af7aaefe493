import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { derivationForms, importModes } from "@/lib/contracts/terms/answers";

/** The page of imports as its address says it. */
export const importsParsers = {
  project: parseAsString,
  /** The file that was sent and is being looked at. */
  file: parseAsString,
  mode: parseAsStringLiteral(importModes).withDefault("append"),
  /** The import whose progress is shown. */
  job: parseAsString,
};

/** The page of questions as its address says it. */
export const questionsParsers = {
  project: parseAsString,
  /** Which part of it is shown. */
  show: parseAsStringLiteral(["questions", "setup", "weights"]).withDefault("questions"),
  /** The id of the question that is open. */
  question: parseAsString,
  /** The form of the derived question that is being made. */
  add: parseAsStringLiteral(derivationForms),
  search: parseAsString.withDefault(""),
};
