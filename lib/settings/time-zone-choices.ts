export type TimeZoneChoice = { value: string; label: string };

/** Present names of places that runtimes still list under former ones; offered where the runtime knows them. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const presentName = (name: string) => {
  const present = PRESENT_NAMES[name];
  return present && offsetAt(present, 0) !== null ? present : name;
};

/** A zone's offset at an instant (epoch milliseconds), "UTC+05:30"; null: this runtime does not know the zone. */
export function offsetAt(timeZone: string, at: number): string | null {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return offset === "GMT" ? "UTC" : offset.replace("GMT", "UTC");
  } catch {
    return null;
  }
}

export function timeZoneChoice(value: string, at: number): TimeZoneChoice {
  const offset = offsetAt(value, at);
  return { value, label: value === "UTC" || offset === null ? value : `${value.replaceAll("_", " ")} (${offset})` };
}

/** The zones of the world by name, each with its offset now; `others` too, in case the runtime lists them otherwise. */
export function timeZoneChoices(at: number, ...others: string[]): TimeZoneChoice[] {
  const places = Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/") && !name.startsWith("Etc/"));
  const names = new Set([...places, ...others.filter((name) => name !== "UTC")].map(presentName));
  return ["UTC", ...[...names].sort()].map((name) => timeZoneChoice(name, at));
}

/** The zone of the browser that this runs in, under its present name. */
export const ownTimeZone = () => presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
