import type { PersonView } from "@/lib/contracts/ours/settings";

/** A colleague as an admin sees them. */
export const testPerson = (more: Partial<PersonView> = {}): PersonView => ({
  ...{ email: "ida@b.test", name: "Ida Sommer", role: "analyst", role_from: "given", last_seen_at: null },
  ...{ is_me: false, refusal: null, identities_refusal: null, identities: [] },
  ...{ has_password: true, password_refusal: null },
  ...more,
});
