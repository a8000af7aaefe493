/** What fills or takes out whole lists of quotas: buttons at the end of the grid's toolbar. They use `useQuotaList()`. */
export function QuotaTools() {
  return null;
}
