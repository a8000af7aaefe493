import { findIana } from "windows-iana";

/** A Windows time zone under its present English display name. */
export interface TimeZone {
  /** Display name with the offset of its standard time, `(UTC-10:00) Hawaii`. */
  readonly name: string;
  /** Key of the zone in Windows, `Hawaiian Standard Time`. */
  readonly windowsId: string;
  /** IANA zone that keeps its clock, `Pacific/Honolulu`. */
  readonly iana: string;
}

/**
 * Display name, Windows id, further spellings. The names are Windows' own (en-US, 2025), in its order: offset, then name.
 * Further spellings are former names, names Office and SharePoint use, and the British ones.
 *
 * Windows has moved places between zones. A former name stands where its places now keep their clock; where they have
 * parted, with the id that bore it. Hence "Midway Island, Samoa" is UTC-11: the id it once had is now that of the Samoa
 * across the date line. The two zones Windows itself marks as old have no IANA zone and are read as their successors.
 */
const table: readonly (readonly [name: string, windowsId: string, ...furtherSpellings: string[]])[] = [
  ["(UTC-12:00) International Date Line West", "Dateline Standard Time", "Eniwetok, Kwajalein"],
  [
    "(UTC-11:00) Coordinated Universal Time-11",
    "UTC-11",
    "Co-ordinated Universal Time-11",
    "Midway Island, Samoa",
    "Midway Islands, Samoa",
  ],
  ["(UTC-10:00) Aleutian Islands", "Aleutian Standard Time"],
  ["(UTC-10:00) Hawaii", "Hawaiian Standard Time"],
  ["(UTC-09:30) Marquesas Islands", "Marquesas Standard Time"],
  ["(UTC-09:00) Alaska", "Alaskan Standard Time"],
  ["(UTC-09:00) Coordinated Universal Time-09", "UTC-09", "Co-ordinated Universal Time-09"],
  ["(UTC-08:00) Baja California", "Pacific Standard Time (Mexico)", "Tijuana, Baja California"],
  ["(UTC-08:00) Coordinated Universal Time-08", "UTC-08", "Co-ordinated Universal Time-08"],
  [
    "(UTC-08:00) Pacific Time (US & Canada)",
    "Pacific Standard Time",
    "Pacific Time (US and Canada)",
    "Pacific Time (US & Canada); Tijuana",
    "Pacific Time (US and Canada); Tijuana",
  ],
  ["(UTC-07:00) Arizona", "US Mountain Standard Time"],
  [
    "(UTC-07:00) La Paz, Mazatlan",
    "Mountain Standard Time (Mexico)",
    "Chihuahua, La Paz, Mazatlan",
    "Chihuahua, La Paz, Mazatlan - New",
    "Chihuahua, La Paz, Mazatlan - Old",
  ],
  ["(UTC-07:00) Mountain Time (US & Canada)", "Mountain Standard Time", "Mountain Time (US and Canada)"],
  ["(UTC-07:00) Yukon", "Yukon Standard Time"],
  ["(UTC-06:00) Central America", "Central America Standard Time"],
  ["(UTC-06:00) Central Time (US & Canada)", "Central Standard Time", "Central Time (US and Canada)"],
  ["(UTC-06:00) Easter Island", "Easter Island Standard Time"],
  [
    "(UTC-06:00) Guadalajara, Mexico City, Monterrey",
    "Central Standard Time (Mexico)",
    "Guadalajara, Mexico City, Monterrey - New",
    "Guadalajara, Mexico City, Monterrey - Old",
    "Mexico City",
    "Mexico City, Tegucigalpa",
  ],
  ["(UTC-06:00) Saskatchewan", "Canada Central Standard Time"],
  ["(UTC-05:00) Bogota, Lima, Quito, Rio Branco", "SA Pacific Standard Time", "Bogota, Lima, Quito"],
  ["(UTC-05:00) Chetumal", "Eastern Standard Time (Mexico)"],
  ["(UTC-05:00) Eastern Time (US & Canada)", "Eastern Standard Time", "Eastern Time (US and Canada)"],
  ["(UTC-05:00) Haiti", "Haiti Standard Time"],
  ["(UTC-05:00) Havana", "Cuba Standard Time"],
  ["(UTC-05:00) Indiana (East)", "US Eastern Standard Time"],
  ["(UTC-05:00) Turks and Caicos", "Turks And Caicos Standard Time"],
  ["(UTC-04:00) Atlantic Time (Canada)", "Atlantic Standard Time"],
  ["(UTC-04:00) Caracas", "Venezuela Standard Time"],
  ["(UTC-04:00) Cuiaba", "Central Brazilian Standard Time"],
  [
    "(UTC-04:00) Georgetown, La Paz, Manaus, San Juan",
    "SA Western Standard Time",
    "Georgetown, La Paz, San Juan",
    "Caracas, La Paz",
    "Georgetown",
    "La Paz",
    "Manaus",
  ],
  ["(UTC-04:00) Santiago", "Pacific SA Standard Time"],
  ["(UTC-03:30) Newfoundland", "Newfoundland Standard Time"],
  ["(UTC-03:00) Araguaina", "Tocantins Standard Time"],
  ["(UTC-03:00) Asuncion", "Paraguay Standard Time"],
  ["(UTC-03:00) Brasilia", "E. South America Standard Time"],
  ["(UTC-03:00) Cayenne, Fortaleza", "SA Eastern Standard Time", "Buenos Aires, Georgetown", "Cayenne"],
  ["(UTC-03:00) City of Buenos Aires", "Argentina Standard Time", "Buenos Aires"],
  ["(UTC-03:00) Montevideo", "Montevideo Standard Time"],
  ["(UTC-03:00) Punta Arenas", "Magallanes Standard Time"],
  ["(UTC-03:00) Saint Pierre and Miquelon", "Saint Pierre Standard Time"],
  ["(UTC-03:00) Salvador", "Bahia Standard Time"],
  [
    "(UTC-02:00) Coordinated Universal Time-02",
    "UTC-02",
    "Co-ordinated Universal Time-02",
    "Mid-Atlantic",
    "Mid-Atlantic - Old",
  ],
  ["(UTC-02:00) Greenland", "Greenland Standard Time"],
  ["(UTC-01:00) Azores", "Azores Standard Time", "Azores, Cape Verde Is."],
  ["(UTC-01:00) Cabo Verde Is.", "Cape Verde Standard Time", "Cape Verde Is."],
  ["(UTC) Coordinated Universal Time", "UTC", "Co-ordinated Universal Time"],
  [
    "(UTC+00:00) Dublin, Edinburgh, Lisbon, London",
    "GMT Standard Time",
    "Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London",
    "Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London",
  ],
  [
    "(UTC+00:00) Monrovia, Reykjavik",
    "Greenwich Standard Time",
    "Casablanca, Monrovia",
    "Casablanca, Monrovia, Reykjavik",
  ],
  ["(UTC+00:00) Sao Tome", "Sao Tome Standard Time"],
  [
    "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
    "W. Europe Standard Time",
    "Amsterdam, Bern, Rome, Stockholm, Vienna",
    "Brussels, Berlin, Bern, Rome, Stockholm, Vienna",
  ],
  ["(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague", "Central Europe Standard Time"],
  [
    "(UTC+01:00) Brussels, Copenhagen, Madrid, Paris",
    "Romance Standard Time",
    "Amsterdam, Copenhagen, Madrid, Paris, Vilnius",
    "Brussels, Copenhagen, Madrid, Paris, Vilnius",
  ],
  ["(UTC+01:00) Casablanca", "Morocco Standard Time"],
  [
    "(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb",
    "Central European Standard Time",
    "Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb",
    "Sarajevo, Skopje, Sofija, Warsaw, Zagreb",
  ],
  ["(UTC+01:00) West Central Africa", "W. Central Africa Standard Time"],
  [
    "(UTC+02:00) Athens, Bucharest",
    "GTB Standard Time",
    "Athens, Beirut, Istanbul, Minsk",
    "Athens, Bucharest, Istanbul",
    "Athens, Istanbul, Minsk",
    "Bucharest",
  ],
  ["(UTC+02:00) Beirut", "Middle East Standard Time"],
  ["(UTC+02:00) Cairo", "Egypt Standard Time"],
  ["(UTC+02:00) Chisinau", "E. Europe Standard Time", "E. Europe"],
  ["(UTC+02:00) Gaza, Hebron", "West Bank Standard Time"],
  ["(UTC+02:00) Harare, Pretoria", "South Africa Standard Time"],
  [
    "(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius",
    "FLE Standard Time",
    "Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius",
    "Helsinki, Riga, Tallinn",
    "Kyiv",
    "Kiev",
  ],
  ["(UTC+02:00) Jerusalem", "Israel Standard Time", "Israel"],
  ["(UTC+02:00) Juba", "South Sudan Standard Time"],
  ["(UTC+02:00) Kaliningrad", "Kaliningrad Standard Time", "Kaliningrad (RTZ 1)", "Kaliningrad, Minsk"],
  ["(UTC+02:00) Khartoum", "Sudan Standard Time"],
  ["(UTC+02:00) Tripoli", "Libya Standard Time"],
  ["(UTC+02:00) Windhoek", "Namibia Standard Time"],
  ["(UTC+03:00) Amman", "Jordan Standard Time"],
  ["(UTC+03:00) Baghdad", "Arabic Standard Time"],
  ["(UTC+03:00) Damascus", "Syria Standard Time"],
  ["(UTC+03:00) Istanbul", "Turkey Standard Time"],
  ["(UTC+03:00) Kuwait, Riyadh", "Arab Standard Time"],
  ["(UTC+03:00) Minsk", "Belarus Standard Time"],
  [
    "(UTC+03:00) Moscow, St. Petersburg",
    "Russian Standard Time",
    "Moscow, St Petersburg",
    "Moscow, St. Petersburg, Volgograd",
    "Moscow, St. Petersburg, Volgograd (RTZ 2)",
  ],
  ["(UTC+03:00) Nairobi", "E. Africa Standard Time"],
  ["(UTC+03:00) Volgograd", "Volgograd Standard Time"],
  ["(UTC+03:30) Tehran", "Iran Standard Time"],
  ["(UTC+04:00) Abu Dhabi, Muscat", "Arabian Standard Time"],
  ["(UTC+04:00) Astrakhan, Ulyanovsk", "Astrakhan Standard Time"],
  ["(UTC+04:00) Baku", "Azerbaijan Standard Time"],
  ["(UTC+04:00) Izhevsk, Samara", "Russia Time Zone 3", "Izhevsk, Samara (RTZ 3)"],
  ["(UTC+04:00) Port Louis", "Mauritius Standard Time"],
  ["(UTC+04:00) Saratov", "Saratov Standard Time"],
  ["(UTC+04:00) Tbilisi", "Georgian Standard Time"],
  [
    "(UTC+04:00) Yerevan",
    "Caucasus Standard Time",
    "Baku, Tbilisi",
    "Baku, Tbilisi, Yerevan",
    "Caucasus Standard Time",
  ],
  ["(UTC+04:30) Kabul", "Afghanistan Standard Time"],
  ["(UTC+05:00) Ashgabat, Tashkent", "West Asia Standard Time", "Islamabad, Karachi, Tashkent", "Tashkent"],
  ["(UTC+05:00) Astana", "Qyzylorda Standard Time", "Almaty", "Nur-Sultan", "Qyzylorda"],
  ["(UTC+05:00) Ekaterinburg", "Ekaterinburg Standard Time", "Ekaterinburg (RTZ 4)"],
  ["(UTC+05:00) Islamabad, Karachi", "Pakistan Standard Time"],
  [
    "(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi",
    "India Standard Time",
    "Bombay, Calcutta, Madras, New Delhi",
    "Calcutta, Chennai, Mumbai, New Delhi",
    "Kolkata, Chennai, Mumbai, New Delhi",
  ],
  ["(UTC+05:30) Sri Jayawardenepura", "Sri Lanka Standard Time", "Colombo"],
  ["(UTC+05:45) Kathmandu", "Nepal Standard Time", "Katmandu"],
  ["(UTC+06:00) Bishkek", "Central Asia Standard Time", "Almaty, Dhaka", "Astana, Dhaka"],
  ["(UTC+06:00) Dhaka", "Bangladesh Standard Time"],
  ["(UTC+06:00) Omsk", "Omsk Standard Time"],
  ["(UTC+06:30) Yangon (Rangoon)", "Myanmar Standard Time", "Rangoon"],
  ["(UTC+07:00) Bangkok, Hanoi, Jakarta", "SE Asia Standard Time"],
  ["(UTC+07:00) Barnaul, Gorno-Altaysk", "Altai Standard Time"],
  ["(UTC+07:00) Hovd", "W. Mongolia Standard Time"],
  ["(UTC+07:00) Krasnoyarsk", "North Asia Standard Time", "Krasnoyarsk (RTZ 6)"],
  ["(UTC+07:00) Novosibirsk", "N. Central Asia Standard Time", "Almaty, Novosibirsk", "Novosibirsk (RTZ 5)"],
  ["(UTC+07:00) Tomsk", "Tomsk Standard Time"],
  [
    "(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi",
    "China Standard Time",
    "Beijing, Chongqing, Hong Kong S.A.R., Urumqi",
    "Beijing, Chongqing, Hong Kong SAR, Urumqi",
  ],
  [
    "(UTC+08:00) Irkutsk",
    "North Asia East Standard Time",
    "Irkutsk (RTZ 7)",
    "Irkutsk, Ulaan Bataar",
    "Irkutsk, Ulaanbaatar",
  ],
  ["(UTC+08:00) Kuala Lumpur, Singapore", "Singapore Standard Time", "Singapore"],
  ["(UTC+08:00) Perth", "W. Australia Standard Time"],
  ["(UTC+08:00) Taipei", "Taipei Standard Time"],
  ["(UTC+08:00) Ulaanbaatar", "Ulaanbaatar Standard Time", "Ulaan Bataar"],
  ["(UTC+08:45) Eucla", "Aus Central W. Standard Time"],
  ["(UTC+09:00) Chita", "Transbaikal Standard Time"],
  ["(UTC+09:00) Osaka, Sapporo, Tokyo", "Tokyo Standard Time"],
  ["(UTC+09:00) Pyongyang", "North Korea Standard Time"],
  ["(UTC+09:00) Seoul", "Korea Standard Time"],
  ["(UTC+09:00) Yakutsk", "Yakutsk Standard Time", "Yakutsk (RTZ 8)"],
  ["(UTC+09:30) Adelaide", "Cen. Australia Standard Time"],
  ["(UTC+09:30) Darwin", "AUS Central Standard Time"],
  ["(UTC+10:00) Brisbane", "E. Australia Standard Time"],
  ["(UTC+10:00) Canberra, Melbourne, Sydney", "AUS Eastern Standard Time"],
  ["(UTC+10:00) Guam, Port Moresby", "West Pacific Standard Time"],
  ["(UTC+10:00) Hobart", "Tasmania Standard Time"],
  [
    "(UTC+10:00) Vladivostok",
    "Vladivostok Standard Time",
    "Vladivostok (RTZ 9)",
    "Vladivostok, Magadan",
    "Vladivostok, Magadan (RTZ 9)",
  ],
  ["(UTC+10:30) Lord Howe Island", "Lord Howe Standard Time"],
  ["(UTC+11:00) Bougainville Island", "Bougainville Standard Time"],
  ["(UTC+11:00) Chokurdakh", "Russia Time Zone 10", "Chokurdakh (RTZ 10)"],
  ["(UTC+11:00) Magadan", "Magadan Standard Time"],
  ["(UTC+11:00) Norfolk Island", "Norfolk Standard Time"],
  ["(UTC+11:00) Sakhalin", "Sakhalin Standard Time"],
  [
    "(UTC+11:00) Solomon Is., New Caledonia",
    "Central Pacific Standard Time",
    "Magadan, Solomon Is., New Caledonia",
    "Solomon Islands, New Caledonia",
  ],
  [
    "(UTC+12:00) Anadyr, Petropavlovsk-Kamchatsky",
    "Russia Time Zone 11",
    "Anadyr, Petropavlovsk-Kamchatsky (RTZ 11)",
    "Petropavlovsk-Kamchatsky",
    "Petropavlovsk-Kamchatsky - Old",
  ],
  ["(UTC+12:00) Auckland, Wellington", "New Zealand Standard Time"],
  ["(UTC+12:00) Coordinated Universal Time+12", "UTC+12", "Co-ordinated Universal Time+12"],
  [
    "(UTC+12:00) Fiji",
    "Fiji Standard Time",
    "Fiji Is., Kamchatka, Marshall Is.",
    "Fiji, Kamchatka, Marshall Is.",
    "Fiji, Marshall Is.",
  ],
  ["(UTC+12:45) Chatham Islands", "Chatham Islands Standard Time"],
  ["(UTC+13:00) Coordinated Universal Time+13", "UTC+13", "Co-ordinated Universal Time+13"],
  ["(UTC+13:00) Nuku'alofa", "Tonga Standard Time"],
  ["(UTC+13:00) Samoa", "Samoa Standard Time"],
  ["(UTC+14:00) Kiritimati Island", "Line Islands Standard Time"],
];

/**
 * Zones that `windows-iana` 5.1 maps to a place that has since left them: Chihuahua moved to UTC-6 in 2022,
 * Almaty to UTC+5 in 2024. The zones are now named after La Paz and Mazatlan, and Bishkek.
 */
const ianaInsteadOfPackage: ReadonlyMap<string, string> = new Map([
  ["Mountain Standard Time (Mexico)", "America/Mazatlan"],
  ["Central Asia Standard Time", "Asia/Bishkek"],
]);

function ianaOf(windowsId: string): string {
  const iana = ianaInsteadOfPackage.get(windowsId) ?? findIana(windowsId, "001")[0];
  if (iana === undefined) throw new Error(`Windows time zone ${windowsId} has no IANA zone.`);
  return iana;
}

const rows = table.map(([name, windowsId, ...furtherSpellings]) => ({
  zone: { name, windowsId, iana: ianaOf(windowsId) } satisfies TimeZone,
  spellings: [name, ...furtherSpellings],
}));

/** Every current Windows zone once, under its present name, by offset and then name, as Windows lists them. */
export const timeZones: readonly TimeZone[] = rows.map(({ zone }) => zone);

const offsetPrefix = /^\(\s*(?:UTC|GMT)\s*(?:[+-]\s*\d{1,2}(?::?\d{2})?)?\s*\)/i;

function comparable(name: string): string {
  return name.trim().replace(offsetPrefix, "").trim().replace(/\s+/g, " ").toLowerCase();
}

const zonesBySpelling: ReadonlyMap<string, TimeZone> = new Map(
  rows.flatMap(({ zone, spellings }) => spellings.map((spelling) => [comparable(spelling), zone] as const)),
);

/**
 * The zone a display name stands for: present or former spelling, compared without the `(UTC...)` or `(GMT...)` prefix,
 * letter case and runs of white space. Undefined when the name is unknown.
 *
 * Windows ids and IANA names are not read: the definitions lookup does not offer them, so a service that is sent one
 * refuses it.
 */
export function findTimeZone(name: string): TimeZone | undefined {
  return zonesBySpelling.get(comparable(name));
}
