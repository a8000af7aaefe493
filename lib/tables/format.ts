import type { numberFormats } from "@/lib/contracts/terms/settings";

export type NumberFormat = (typeof numberFormats)[number];

/** How a person wants figures and times shown. */
export type FormatSettings = {
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  numbers: NumberFormat;
};

export const usualSettings: FormatSettings = { timeZone: "UTC", numbers: "1,234.5" };

/** What stands for a comma and a point; not a locale's, which differs between the releases of server and browser. */
const separators: Record<NumberFormat, Record<string, string>> = {
  "1,234.5": { ",": ",", ".": "." },
  "1.234,5": { ",": ".", ".": "," },
  "1 234,5": { ",": "\u00a0", ".": "," },
};

/** Stands where a figure is unknown: not zero. */
export const UNKNOWN = "–";

type Figure = number | null | undefined;
type Write = (value: Figure) => string;

/** Figures and times as one person reads them; an unknown one is `UNKNOWN`. */
export type Format = {
  settings: FormatSettings;
  /** Whole, with thousands. */
  count: Write;
  /** With at most one decimal place. */
  tenths: Write;
  /** With two decimal places. */
  hundredths: Write;
  /** US dollars. */
  usd: Write;
  /** `value` is in percent already: 12.5 is 12.5%. */
  percent: Write;
  /** With so many decimal places, 0 to 6. */
  fixed: (value: Figure, decimals: number) => string;
  /** An ISO instant in the chosen zone, the zone named. */
  instant: (iso: string | null | undefined) => string;
  /** The same without the year, where it is this year: for a narrow column whose tooltip says the whole. */
  brief: (iso: string | null | undefined) => string;
  /** The time of day of an ISO instant of today in the chosen zone, and `brief` of any other. */
  time: (iso: string | null | undefined, options?: { seconds?: boolean }) => string;
  /** The day of an ISO instant in the chosen zone. */
  day: (iso: string | null | undefined) => string;
};

const made = new Map<string, Format>();

/** Made once for each choice. */
export function formatFor(settings: FormatSettings): Format {
  const key = `${settings.timeZone} ${settings.numbers}`;
  const present = made.get(key) ?? makeFormat(settings);
  made.set(key, present);
  return present;
}

/** A formatter, made when it is first used: each costs milliseconds, and most pages use a few of them. */
function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function makeFormat(settings: FormatSettings): Format {
  const separator = separators[settings.numbers];
  const write = (options: Intl.NumberFormatOptions): Write => {
    // What rounds to zero has no sign.
    const format = whenUsed(() => new Intl.NumberFormat("en-US", { ...options, signDisplay: "negative" }));
    return (value) =>
      value == null
        ? UNKNOWN
        : format()
            .format(value)
            .replace(/[,.]/g, (sign) => separator[sign] ?? sign);
  };
  const places = Array.from({ length: 7 }, (_, at) => write({ minimumFractionDigits: at, maximumFractionDigits: at }));
  const tenths = write({ maximumFractionDigits: 1 });
  // Dates are written in one language whatever the numbers' format: the screens are in that language.
  const date = { day: "numeric", month: "short", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const clock = (options: Intl.DateTimeFormatOptions) => {
    const { timeZone } = settings;
    return whenUsed(() => new Intl.DateTimeFormat("en-GB", { ...options, timeZone }));
  };
  const days = clock(date);
  // An offset says the same everywhere; abbreviations of zones differ between releases.
  const zone = settings.timeZone === "UTC" ? "short" : "shortOffset";
  const instants = clock({ ...date, ...time, timeZoneName: zone });
  const brief = clock({ ...date, ...time, timeZoneName: zone, year: undefined });
  const times = clock(time);
  const seconds = clock({ ...time, second: "2-digit" });
  const years = clock({ year: "numeric" });
  const at = (format: () => Intl.DateTimeFormat) => (iso: string | null | undefined) => {
    const moment = iso ? Date.parse(iso) : Number.NaN;
    return Number.isFinite(moment) ? format().format(moment) : UNKNOWN;
  };
  const writeBrief = (iso: string | null | undefined) => {
    const isThisYear = at(years)(iso) === years().format(Date.now());
    return at(isThisYear ? brief : instants)(iso);
  };
  return {
    settings,
    count: write({ maximumFractionDigits: 0 }),
    tenths,
    hundredths: write({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    usd: write({ style: "currency", currency: "USD" }),
    percent: (value) => (value == null ? UNKNOWN : `${tenths(value)}%`),
    fixed: (value, decimals) => (places[decimals] ?? tenths)(value),
    instant: at(instants),
    brief: writeBrief,
    time: (iso, options = {}) => {
      const isToday = at(days)(iso) === days().format(Date.now());
      return isToday ? at(options.seconds ? seconds : times)(iso) : writeBrief(iso);
    },
    day: at(days),
  };
}
