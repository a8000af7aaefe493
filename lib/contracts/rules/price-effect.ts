import * as z from "zod";

/** What new prices mean for the surveys that get them. Money in US dollars. */
export const priceEffectSchema = z.object({
  /** How many surveys' new price is below their minimum. */
  below: z.int(),
  /** Of those, the survey that is furthest below. `name`: whose figure the floor is, in words. */
  furthest: z.object({ survey: z.string(), name: z.string(), floor: z.number(), below: z.number() }).nullable(),
  /** Completes still to come, of the surveys of which that is known: as the surveys are, and with what changes. */
  completes_before: z.int(),
  completes: z.int(),
  /** What these cost at the present prices, and what those at the new ones. */
  cost_before: z.number(),
  cost_after: z.number(),
  /** Surveys that are in completes and cost without being live: theirs come only if they go live. */
  not_live: z.int(),
  /** Surveys left out of completes and cost: with status Complete, and with unknown counts or price. */
  complete: z.int(),
  unknown: z.int(),
});
export type PriceEffect = z.infer<typeof priceEffectSchema>;
