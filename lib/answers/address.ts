import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { importModes } from "@/lib/contracts/answers";

/** The page of imports as its address says it. */
export const importsParsers = {
  project: parseAsString,
  /** The file that was sent and is being looked at. */
  file: parseAsString,
  mode: parseAsStringLiteral(importModes).withDefault("append"),
  /** The import whose progress is shown. */
  job: parseAsString,
};
