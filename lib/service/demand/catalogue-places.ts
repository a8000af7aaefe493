/**
 * What differs by country in the built-in catalogue. An option's id follows from its place in its country's list,
 * and quotas keep ids for good: append to a list, never insert, remove or reorder.
 */
export type CountryCode = "US" | "GB" | "DE" | "FR" | "ES" | "IT" | "CA" | "AU";

/** One entry per comma; names that hold a comma do not occur. */
const names = (text: string): string[] => text.split(",").map((name) => name.trim());

const twoDigits = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, "0"));

type Lists = Partial<Record<CountryCode, readonly string[]>>;

export const states: Lists = {
  US: names(`Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, District of Columbia,
    Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland,
    Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey,
    New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island,
    South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin,
    Wyoming`),
  GB: names("England, Scotland, Wales, Northern Ireland"),
  DE: names(`Baden-Württemberg, Bavaria, Berlin, Brandenburg, Bremen, Hamburg, Hesse, Lower Saxony,
    Mecklenburg-Western Pomerania, North Rhine-Westphalia, Rhineland-Palatinate, Saarland, Saxony, Saxony-Anhalt,
    Schleswig-Holstein, Thuringia`),
  FR: names(`Auvergne-Rhône-Alpes, Bourgogne-Franche-Comté, Bretagne, Centre-Val de Loire, Corse, Grand Est,
    Hauts-de-France, Île-de-France, Normandie, Nouvelle-Aquitaine, Occitanie, Pays de la Loire,
    Provence-Alpes-Côte d'Azur, Overseas regions`),
  ES: names(`Andalusia, Aragon, Asturias, Balearic Islands, Basque Country, Canary Islands, Cantabria,
    Castile and León, Castilla-La Mancha, Catalonia, Ceuta, Extremadura, Galicia, La Rioja, Madrid, Melilla, Murcia,
    Navarre, Valencian Community`),
  IT: names(`Abruzzo, Aosta Valley, Apulia, Basilicata, Calabria, Campania, Emilia-Romagna, Friuli-Venezia Giulia,
    Lazio, Liguria, Lombardy, Marche, Molise, Piedmont, Sardinia, Sicily, Trentino-South Tyrol, Tuscany, Umbria,
    Veneto`),
  CA: names(`Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador, Northwest Territories,
    Nova Scotia, Nunavut, Ontario, Prince Edward Island, Quebec, Saskatchewan, Yukon`),
  AU: names(`Australian Capital Territory, New South Wales, Northern Territory, Queensland, South Australia, Tasmania,
    Victoria, Western Australia`),
};

/** Statistical regions: US census regions, UK regions, German Nielsen areas, French and Spanish and Italian NUTS 1
 * groups, Canadian regions, Australian capital cities and rests of state. */
export const regions: Lists = {
  US: names("Northeast, Midwest, South, West"),
  GB: names(`North East, North West, Yorkshire and the Humber, East Midlands, West Midlands, East of England, London,
    South East, South West, Wales, Scotland, Northern Ireland`),
  DE: names(`Nielsen I (North), Nielsen II (North Rhine-Westphalia), Nielsen IIIa (Centre-West),
    Nielsen IIIb (Baden-Württemberg), Nielsen IV (Bavaria), Nielsen V (Berlin), Nielsen VI (North-East),
    Nielsen VII (South-East)`),
  FR: names("Région parisienne, Bassin parisien, Nord, Est, Ouest, Sud-Ouest, Centre-Est, Méditerranée"),
  ES: names("Noroeste, Noreste, Comunidad de Madrid, Centro, Este, Sur, Canarias"),
  IT: names("Nord-Ovest, Nord-Est, Centro, Sud, Isole"),
  CA: names("Atlantic provinces, Quebec, Ontario, Prairie provinces, British Columbia, Territories"),
  AU: names(`Greater Sydney, Rest of New South Wales, Greater Melbourne, Rest of Victoria, Greater Brisbane,
    Rest of Queensland, Greater Adelaide, Rest of South Australia, Greater Perth, Rest of Western Australia,
    Greater Hobart, Rest of Tasmania, Greater Darwin, Rest of Northern Territory, Australian Capital Territory`),
};

/** The thirty largest television market areas of the United States. */
export const marketAreas: Lists = {
  US: [
    "New York",
    "Los Angeles",
    "Chicago",
    "Dallas-Ft. Worth",
    "Philadelphia",
    "Houston",
    "Atlanta",
    "Washington, DC (Hagerstown)",
    "Boston (Manchester)",
    "San Francisco-Oakland-San Jose",
    "Tampa-St. Petersburg (Sarasota)",
    "Phoenix (Prescott)",
    "Seattle-Tacoma",
    "Detroit",
    "Orlando-Daytona Beach-Melbourne",
    "Minneapolis-St. Paul",
    "Denver",
    "Miami-Ft. Lauderdale",
    "Cleveland-Akron (Canton)",
    "Sacramento-Stockton-Modesto",
    "Charlotte",
    "Raleigh-Durham (Fayetteville)",
    "Portland, OR",
    "St. Louis",
    "Indianapolis",
    "Nashville",
    "Pittsburgh",
    "Salt Lake City",
    "Baltimore",
    "San Diego",
  ],
};

const britishAreas = names(`AB, AL, B, BA, BB, BD, BH, BL, BN, BR, BS, BT, CA, CB, CF, CH, CM, CO, CR, CT, CV, CW, DA,
  DD, DE, DG, DH, DL, DN, DT, DY, E, EC, EH, EN, EX, FK, FY, G, GL, GU, HA, HD, HG, HP, HR, HS, HU, HX, IG, IP, IV, KA,
  KT, KW, KY, L, LA, LD, LE, LL, LN, LS, LU, M, ME, MK, ML, N, NE, NG, NN, NP, NR, NW, OL, OX, PA, PE, PH, PL, PO, PR,
  RG, RH, RM, S, SA, SE, SG, SK, SL, SM, SN, SO, SP, SR, SS, ST, SW, SY, TA, TD, TF, TN, TQ, TR, TS, TW, UB, W, WA, WC,
  WD, WF, WN, WR, WS, WV, YO, ZE`);

const withPrefix = (prefix: string, areas: string[], rest: string) => areas.map((area) => `${prefix} ${area}${rest}`);
const without = (areas: string[], missing: string[]) => areas.filter((area) => !missing.includes(area));

/** Areas by the leading characters of the postal code, as the country's post assigns them. */
export const postalAreas: Lists = {
  US: withPrefix("ZIP", twoDigits(0, 99), "xxx"),
  GB: withPrefix("Postcode area", britishAreas, ""),
  DE: withPrefix("PLZ", without(twoDigits(1, 99), ["05", "11", "43", "62"]), "xxx"),
  FR: withPrefix("Code postal", [...twoDigits(1, 95), "97"], "xxx"),
  ES: withPrefix("Código postal", twoDigits(1, 52), "xxx"),
  IT: withPrefix("CAP", without(twoDigits(0, 98), ["49", "68", "69", "77", "78", "79"]), "xxx"),
  CA: withPrefix("Postal code", names("A, B, C, E, G, H, J, K, L, M, N, P, R, S, T, V, X, Y"), "xx"),
  AU: withPrefix(
    "Postcode",
    [
      "08",
      ...twoDigits(20, 39),
      ...twoDigits(40, 48),
      ...twoDigits(50, 57),
      ...twoDigits(60, 67),
      ...twoDigits(70, 74),
    ],
    "xx",
  ),
};

/** Bands from nothing to the last bound and above it, then a refusal. `bounds` in thousands a year. */
function bands(currency: string, bounds: number[]): string[] {
  const amount = (thousands: number) => `${currency}${(thousands * 1000).toLocaleString("en")}`;
  const top = (thousands: number) => `${currency}${(thousands * 1000 - 1).toLocaleString("en")}`;
  const between = bounds.slice(1).map((bound, index) => `${amount(bounds[index] ?? 0)} to ${top(bound)}`);
  return [`Under ${amount(bounds[0] ?? 0)}`, ...between, `${amount(bounds.at(-1) ?? 0)} or more`, REFUSED];
}
export const REFUSED = "Prefer not to say";

/** Before tax, a year, in the country's currency. */
export const incomes: Lists = {
  US: bands("$", [15, 25, 35, 50, 75, 100, 125, 150, 200]),
  GB: bands("£", [10, 20, 30, 40, 50, 60, 80, 100]),
  DE: bands("€", [15, 25, 35, 45, 60, 80, 100]),
  FR: bands("€", [12, 20, 30, 40, 50, 70, 90]),
  ES: bands("€", [10, 18, 25, 35, 45, 60]),
  IT: bands("€", [12, 20, 28, 36, 50, 70]),
  CA: bands("C$", [20, 40, 60, 80, 100, 125, 150]),
  AU: bands("A$", [26, 52, 78, 104, 130, 156, 208]),
};
