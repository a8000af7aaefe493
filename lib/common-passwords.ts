/** Words that whoever guesses tries first here. */
const OURS = ["fieldwork"];

/** The fewest different characters of a password that is no pattern. */
const LEAST_DIFFERENT = 5;

/**
 * Why a password is guessed too easily, as a sentence; null: it is not. `own`: words of the person's own, such as their
 * e-mail. A common password stays one with figures and signs around it, or written several times.
 */
export async function easyPassword(password: string, own: readonly string[] = []): Promise<string | null> {
  const typed = password.normalize("NFKC").toLowerCase();
  if (new Set(typed).size < LEAST_DIFFERENT) {
    return "This password repeats few characters. Choose another one.";
  }
  const forms = formsOf(typed);
  if (ownForms(own).some((word) => forms.includes(word))) {
    return "This password is your name or e-mail. Choose another one.";
  }
  const common = await commonPasswords();
  return forms.some((form) => common.has(form)) ? "This is a common password. Choose another one." : null;
}

/** Reads 49,000 entries when the first password is set: a process that sets none does without. */
let list: Promise<ReadonlySet<string>> | undefined;
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    return new Set([...dictionary["passwords-common"], ...OURS].map((entry) => entry.toLowerCase()));
  });
  return list;
}

function formsOf(typed: string): string[] {
  const bare = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const repeated = [typed, bare].map((form) => /^(.+?)\1+$/s.exec(form)?.[1]);
  return [typed, bare, ...repeated].flatMap((form) => form || []);
}

const ownForms = (own: readonly string[]): string[] =>
  own.flatMap((word) => {
    const lower = word.normalize("NFKC").toLowerCase();
    return [lower, lower.split("@")[0] ?? "", lower.replaceAll(" ", "")].filter((form) => form.length > 2);
  });
