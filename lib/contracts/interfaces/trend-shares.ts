import * as z from "zod";
import { MOST_CODES, MOST_SHARES } from "../terms/trend-shares";
import * as words from "../words";
import { optionCode, readCode } from "./answers";

/** (ours) Shares of chosen options beside the means of a trend, such as the top two boxes of a scale. */

const shareAsked = words
  .object("Each of shares", {
    /** Of options: single, scale, multiple or derived. */
    questionId: words.text("A question's id", 200),
    /** Who chose at least one of these is counted, once. */
    codes: words
      .list("The codes of a share", optionCode, {
        most: MOST_CODES,
        read: readCode,
        tooMany: `A share has at most ${MOST_CODES.toLocaleString("en")} codes.`,
      })
      .min(1, { error: "A share needs the code of at least one option." }),
  })
  .meta({ id: "TrendShareRequest" });
export type ShareAsked = z.output<typeof shareAsked>;

const nameOf = ({ questionId, codes }: ShareAsked) =>
  JSON.stringify([questionId, ...new Set(codes.toSorted((a, b) => a - b))]);

/** The shares that a request asks for; none twice. */
export const sharesField = words
  .list("shares", shareAsked, MOST_SHARES)
  .superRefine((shares, context) => {
    const seen = new Set<string>();
    for (const [place, share] of shares.entries()) {
      const name = nameOf(share);
      if (seen.has(name)) {
        const message = `The share of ${share.codes.join(", ")} of question “${share.questionId}” is asked for twice.`;
        context.addIssue({ code: "custom", message, path: [place] });
      }
      seen.add(name);
    }
  })
  .optional();

const figure = z.number().nullable();

/** Where a bucket begins; with `by` the code of its option, as text. */
export const bucketKey = z.union([z.iso.datetime(), z.string().regex(/^\d{1,5}$/)]);

const sharePoint = z
  .object({
    x: bucketKey,
    /** Responses that answered the question: of a multiple one, chose any option. */
    count: z.int(),
    /** Those of them that chose one of the codes. */
    chosen: z.int(),
    /** The exact part of them, 0 to 1; weighted when a weight is asked. Null in a bucket without an answer. */
    share: figure,
    /* With a weight; null in a bucket without an answer. */
    weightedCount: figure.optional(),
    weightedChosen: figure.optional(),
    effectiveCount: figure.optional(),
  })
  .meta({ id: "TrendSharePoint" });
export type SharePoint = z.output<typeof sharePoint>;

export const shareReply = z
  .object({
    questionId: z.string(),
    codes: z.array(z.int()),
    points: z.array(sharePoint),
  })
  .meta({ id: "TrendShare" });
