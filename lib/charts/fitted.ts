import { shortened } from "@/lib/contracts/rules/shortened";

/** How wide a letter of a chart's labels is, in pixels, about. */
export const CHARACTER_WIDTH = 6.2;

/** A label in the pixels that it has. */
export const fitted = (label: string, width: number): string => shortened(label, Math.floor(width / CHARACTER_WIDTH));
