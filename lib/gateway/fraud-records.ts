import "server-only";
import * as records from "@/lib/service/fraud/records";
import { type For, isBuiltIn } from "./fraud";

/** What only our own fraud checks tell, for an account that is proven to be the viewer's; null of another service. */
type Session = { surveyNumber: string; sessionId: string };

const accountOf = ({ context, account }: For): records.Account => ({
  connection: context.viewer.connection,
  accountId: account.id,
});

/** The verdict on a session, its person's sessions and the reviews of its answers. */
export async function findRecords(of: For, session: Session) {
  if (!isBuiltIn(of.context)) return null;
  const place = { ...accountOf(of), ...session };
  const [check, reviews] = await Promise.all([records.findStoredCheck(place), records.listReviews(place)]);
  return { check, reviews };
}

export type PersonSession = records.StoredCheck["sessions"][number];
export type StoredReview = records.StoredReview;

/** How many sessions were searched for on each UTC day, by supplier and failure reason. */
export const countReasons = async (of: For, days: { from: string; to: string }) =>
  isBuiltIn(of.context) ? records.countReasons(accountOf(of), days) : null;
