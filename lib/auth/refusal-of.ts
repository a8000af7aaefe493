import "server-only";
import { AppError } from "@/lib/http/problem";
import { ProviderFailure } from "@/lib/identity/openid";
import { type IdentityRefusal, SignInRefused } from "@/lib/identity/refusals";
import { logger } from "@/lib/logger";

export type Refused = { refusal: IdentityRefusal; provider: string; requestId: string };

/** What an identity provider's sign-in ended in; the log has the details under the request id. */
export function refusalOf(error: unknown, { provider, requestId }: Omit<Refused, "refusal">): Refused {
  const refusal = reasonOf(error);
  const details = { requestId, provider, refusal, err: error };
  if (refusal === "unexpected") logger.error(details, "sign-in failed");
  else logger.warn(details, "sign-in refused");
  return { refusal, provider, requestId };
}

function reasonOf(error: unknown): IdentityRefusal {
  if (error instanceof SignInRefused) return error.reason;
  if (error instanceof ProviderFailure) return error.kind;
  if (!(error instanceof AppError) || error.code === "invalid") return "unexpected";
  return error.code === "busy" ? "busy" : "service-away";
}
