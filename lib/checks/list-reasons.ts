import "server-only";
import type { ReasonCount } from "@/lib/contracts/ours/checks";
import type { SignedInContext } from "@/lib/gateway/call";
import { countReasons } from "@/lib/gateway/fraud-records";
import { ownAccount } from "@/lib/gateway/own-account";

type Asked = { account_id?: string | undefined; from: string; to: string };

/** How many checked sessions failed, and passed, by day, supplier and reason; null: only our own service tells. */
export async function listReasons(
  context: SignedInContext,
  { account_id, ...days }: Asked,
): Promise<{ counts: ReasonCount[] | null }> {
  const account = await ownAccount(context, account_id);
  return { counts: await countReasons({ context, account }, days) };
}
