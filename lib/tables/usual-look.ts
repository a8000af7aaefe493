import { INK } from "@/lib/charts/svg-parts";
import type { SlideLook } from "@/lib/contracts/ours/slide-templates";

/** How slides look without a template. */
export const usualLook: SlideLook = {
  fonts: { head: "Arial", body: "Arial" },
  colours: [],
  ink: INK.slice(1).toUpperCase(),
  logo: null,
  layout: null,
  remarks: [],
};
