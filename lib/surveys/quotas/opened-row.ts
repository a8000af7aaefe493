import { type QuotaDraft, sameContent } from "../draft";

/**
 * Where a quota that was opened stands by now: it may have moved, and the list may have been read anew, which makes the
 * same quota another object. Null: it is gone, or other respondents belong to it than those that were opened.
 */
export function rowOfOpened(quotas: readonly QuotaDraft[], opened: QuotaDraft): number | null {
  const same = quotas.indexOf(opened);
  if (same >= 0) return same;
  if (opened.quota_id === null) return null;
  const row = quotas.findIndex(({ quota_id }) => quota_id === opened.quota_id);
  const found = quotas[row];
  const isSame =
    found !== undefined && sameContent({ ...found, quota_name: opened.quota_name, quota: opened.quota }, opened);
  return isSame ? row : null;
}
