import * as z from "zod";
import * as words from "@/lib/contracts/words";

/** Values that lines should reach, as they stand in an address and in saved views. */

export const MOST_TARGETS = 20;
export const MOST_TARGET_NAME = 60;
/** Larger ones are typed by mistake. */
export const LARGEST_TARGET = 1_000_000_000;

const target = words.object("Each target", {
  /** The line's id. */
  line: words.text("The line of a target", 500),
  value: z.number({ error: "A target is a number." }).min(-LARGEST_TARGET).max(LARGEST_TARGET),
  name: z.string({ error: "A target's name is a text." }).max(MOST_TARGET_NAME),
});

export const targetsField = words.list("targets", target, {
  most: MOST_TARGETS,
  tooMany: `A trend has at most ${MOST_TARGETS} targets.`,
});
