const reasons = [
  "away",
  "refused",
  "unfinished",
  "no-email",
  "unverified-email",
  "other-domain",
  "other-identity",
  "no-user",
  "disabled",
  "token-refused",
  "busy",
  "service-away",
  "unexpected",
] as const;
export type IdentityRefusal = (typeof reasons)[number];

/**
 * Why a sign-in by an identity provider was refused. The address of the sign-in page names the reason, never a sentence:
 * whoever makes a link cannot put words of their own on our page.
 */
export const identityRefusals: Record<IdentityRefusal, (provider: string) => string> = {
  away: (provider) =>
    `${provider} does not answer at the moment. Try again, or sign in with your password if you have one.`,
  refused: (provider) =>
    `${provider} did not confirm this sign-in. Try again. If it stays so, ask an admin to compare the settings of ${provider} here and there.`,
  unfinished: (provider) =>
    `The sign-in was not finished: it took more than 15 minutes, began in another browser, or ${provider} ended it. Begin again.`,
  "no-email": (provider) =>
    `${provider} told us no e-mail, so that we cannot tell who you are here. Ask an admin to have ${provider} send your e-mail.`,
  "unverified-email": (provider) =>
    `${provider} has not verified your e-mail. Verify it there, or ask an admin to have ${provider} say that it is verified.`,
  "other-domain": (provider) =>
    `Your e-mail at ${provider} is outside of the domains that it may sign in here. Ask an admin to allow your domain.`,
  "other-identity": (provider) =>
    `Your e-mail is linked to another identity of ${provider}. If it was replaced, ask an admin to remove the former one in Settings, People.`,
  "no-user": (provider) =>
    `${provider} knows you, but nobody here has your e-mail. Ask an admin to add you, or to put you into a group that has an account.`,
  disabled: () => "You are disabled here. Ask an admin to enable you.",
  "token-refused": (provider) =>
    `The service behind this connection does not accept the token of ${provider}. Ask an admin to compare the token's audience and issuer with the settings.`,
  busy: () => "Too many sign-ins came from your network at once. Wait a moment and try again.",
  "service-away": () => "The service behind this connection does not answer at the moment. Try again.",
  unexpected: () => "Our server experienced an unexpected error. Try again, or ask an admin to look into the log.",
};

/** The refusal that an address names; undefined for anything else. */
export const refusalNamed = (text: string): IdentityRefusal | undefined => reasons.find((reason) => reason === text);

/** A sign-in that was refused for one of these reasons. */
export class SignInRefused extends Error {
  constructor(
    readonly reason: IdentityRefusal,
    cause?: unknown,
  ) {
    super(`The sign-in was refused: ${reason}.`, { cause });
    this.name = "SignInRefused";
  }
}
