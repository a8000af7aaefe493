import * as z from "zod";
import { readFilter } from "../rules/filter-items";
import * as words from "../words";

/** A list of items (`readFilter`); every mistake in a sentence. */
export const filterField = z
  .unknown()
  .optional()
  .transform((input, context) => {
    const { items, problems } = readFilter(input);
    for (const message of problems) context.issues.push({ code: "custom", message, input });
    return items;
  });

/** A filter as it goes on to a service: items that we do not know are for it to judge. */
export const passedOnFilter = words.list("filter", z.unknown(), 10_000).optional();
