import * as words from "../words";

/** OWASP and NIST ask for long passwords rather than odd ones; the most is what is ever hashed. */
const LEAST_PASSWORD = 12;
const MOST_PASSWORD = 1000;

const TOO_SHORT = `Password must have at least ${LEAST_PASSWORD} characters. Several words make a good one.`;

/** One that is presented: whatever it is, it is no longer than one that could have been set. */
export const givenPassword = words.text("Password", MOST_PASSWORD);

/** One that is to be set. Whether it is common is asked of the list (`lib/common-passwords.ts`). */
export const newPassword = givenPassword.min(LEAST_PASSWORD, { error: TOO_SHORT });
