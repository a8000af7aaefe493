import "server-only";
import type { ConnectionView } from "@/lib/contracts/context";
import { connectionOf, type SignedIn } from "./call";
import { checkedElsewhere, fieldedElsewhere } from "./fielding";

export function connectionView(viewer: SignedIn): ConnectionView {
  const { name, title, environment, demand } = connectionOf(viewer);
  return {
    name,
    title,
    environment,
    addsQuotas: demand.addsQuotas,
    searches: demand.searches,
    fieldedElsewhere: fieldedElsewhere(viewer),
    checkedElsewhere: checkedElsewhere(viewer),
  };
}
