/** How figures look everywhere. One locale on server and browser, so that what was rendered stays as it was. */
const LOCALE = "en-US";
const counts = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 0, maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" });
const instants = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** Stands where a figure is unknown: not zero. */
export const UNKNOWN = "–";

type Figure = number | null | undefined;

const orUnknown = (format: Intl.NumberFormat) => (value: Figure) => (value == null ? UNKNOWN : format.format(value));

export const formatCount = orUnknown(counts);
export const formatTenths = orUnknown(tenths);
export const formatUsd = orUnknown(dollars);
export const formatPercent = (value: Figure) => (value == null ? UNKNOWN : `${tenths.format(value)}%`);

/** An instant in UTC, the zone named. */
export function formatInstant(iso: string | null | undefined): string {
  const time = iso ? Date.parse(iso) : Number.NaN;
  return Number.isFinite(time) ? `${instants.format(time)} UTC` : UNKNOWN;
}
