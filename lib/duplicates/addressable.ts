import { addressableKinds } from "./address";
import type { Asked } from "./queries";
import { recognise } from "./recognise";

/**
 * As what a look-up may stand in the address; null: it may not. What somebody only typed may be a cookie for all that
 * is known, so that it stands there when a person or a page has said what it is, and never when it looks personal.
 */
export function addressableAs({ kind, value }: Asked, isSaid: boolean) {
  if (!isSaid || recognise(value) !== null) return null;
  return addressableKinds.find((each) => each === kind) ?? null;
}

/** What a text may be as well, when nothing was found by the identifier that it was taken for. */
export const otherKinds = ({ kind, value }: Asked) =>
  kind === "Session_Id" && recognise(value) === null ? (["Panel_Id", "Cookie"] as const) : [];
