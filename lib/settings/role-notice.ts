/** The cookie that remembers for whom in this browser the notice of a missing role was dismissed. */
export const ROLE_NOTICE = "role-notice";

const YEAR_S = 365 * 24 * 60 * 60;

export const dismissedFor = (personId: string): string =>
  `${ROLE_NOTICE}=${personId}; path=/; max-age=${YEAR_S}; samesite=lax`;
