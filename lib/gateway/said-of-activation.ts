import { type Activated, firstInteger } from "@/lib/contracts/interfaces/activation";
import { type Secrets, shortSaid, withoutSecrets } from "./secrets";

/**
 * A service's confirmation as it is shown and kept: of bearable length, without what is secret. Digits of a secret
 * count nothing, unless the count itself happens to be a value of the call.
 */
export function saidOfActivation(said: Activated, secrets: Secrets): Activated {
  const message = withoutSecrets(said.message, secrets);
  const action = shortSaid(withoutSecrets(said.action, secrets));
  if (message === said.message) return { ...said, action, message: shortSaid(message) };
  const first = firstInteger(withoutSecrets(said.message, { ...secrets, personal: [] }));
  const isValueToo = secrets.personal.includes(String(first));
  return {
    ...said,
    action,
    message: shortSaid(message),
    records: firstInteger(message) ?? (isValueToo ? first : null),
  };
}
