import type { Account } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";

/** The viewer's account with this id, or their only one. `purpose`: "the key is for". */
export function chosenAccount(accounts: readonly Account[], id: string | undefined, purpose: string): Account {
  const [only, another] = accounts;
  const account = id === undefined ? !another && only : accounts.find((each) => each.id === id);
  if (account) return account;
  const problem =
    id === undefined
      ? `Choose the account that ${purpose}: you have several.`
      : "This is not one of your accounts. Choose one that is.";
  throw new AppError("invalid", problem, { fields: { account_id: problem } });
}
