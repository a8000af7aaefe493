import { parseAsStringLiteral, useQueryState } from "nuqs";

const opened = ["start", "extend", "launch", "stop", "undo", "retarget"] as const;
export type DialogAction = (typeof opened)[number];

/** Which dialog of the survey's soft launch is open; the address says so. */
export const useLaunchDialog = () => useQueryState("soft-launch", parseAsStringLiteral(opened));
