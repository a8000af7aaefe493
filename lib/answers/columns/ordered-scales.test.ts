import { describe, expect, test } from "vitest";
import { knownOrder } from "./ordered-scales";

/** Labels in another order than they were given, whatever they are. */
const shuffled = (labels: readonly string[]) =>
  labels
    .map((label, at) => ({ label, by: (at * 7 + 3) % labels.length || at }))
    .sort((a, b) => a.by - b.by || b.label.localeCompare(a.label))
    .map(({ label }) => label);

const ordered = (labels: readonly string[]) => knownOrder(labels)?.places.map((place) => labels[place]) ?? null;

const RATINGS: [what: string, lowestToHighest: string][] = [
  ["satisfaction", "Very dissatisfied, Somewhat dissatisfied, Neither, Somewhat satisfied, Very satisfied"],
  [
    "satisfaction in full",
    "Very dissatisfied, Dissatisfied, Neither satisfied nor dissatisfied, Satisfied, Very satisfied",
  ],
  ["agreement", "Strongly disagree, Disagree, Neither agree nor disagree, Agree, Strongly agree"],
  [
    "agreement of seven",
    "Strongly disagree, Disagree, Somewhat disagree, Neutral, Somewhat agree, Agree, Strongly agree",
  ],
  ["agreement turned round", "Disagree strongly, Disagree somewhat, Agree somewhat, Agree strongly"],
  ["importance", "Not at all important, Not very important, Somewhat important, Very important, Extremely important"],
  [
    "importance with two ends",
    "Very unimportant, Somewhat unimportant, Neither important nor unimportant (neutral), Somewhat important, Very important",
  ],
  ["likelihood", "Very unlikely, Somewhat unlikely, Neither likely nor unlikely, Somewhat likely, Very likely"],
  ["likelihood in words of its own", "Definitely not, Probably not, Might or might not, Probably, Definitely"],
  ["frequency", "Never, Rarely, Sometimes, Often, Always"],
  ["quality", "Poor, Fair, Good, Very good, Excellent"],
  ["amounts", "Not at all, Not much, Some, A lot"],
  ["change", "Much worse, Somewhat worse, About the same, Somewhat better, Much better"],
  ["interest", "Not at all interested, Slightly interested, Moderately interested, Very interested"],
  ["support", "Strongly oppose, Somewhat oppose, Somewhat support, Strongly support"],
  ["Zufriedenheit", "Sehr unzufrieden, Eher unzufrieden, Teils/teils, Eher zufrieden, Sehr zufrieden"],
  [
    "Zustimmung",
    "Stimme überhaupt nicht zu, Stimme eher nicht zu, Teils, teils| Stimme eher zu, Stimme voll und ganz zu",
  ],
  ["Zutreffen", "Trifft überhaupt nicht zu, Trifft eher nicht zu, Trifft eher zu, Trifft voll und ganz zu"],
  ["Wichtigkeit", "Überhaupt nicht wichtig, Weniger wichtig, Wichtig, Sehr wichtig"],
  ["Häufigkeit", "Nie, Selten, Manchmal, Häufig, Immer"],
  ["Güte", "Sehr schlecht, Schlecht, Mittelmäßig, Gut, Sehr gut"],
  [
    "satisfaction en français",
    "Pas du tout satisfait(e), Plutôt pas satisfait(e), Plutôt satisfait(e), Très satisfait(e)",
  ],
  [
    "satisfaction au féminin",
    "Très insatisfaite, Plutôt insatisfaite, Ni satisfaite ni insatisfaite, Plutôt satisfaite, Très satisfaite",
  ],
  ["accord", "Pas du tout d'accord, Plutôt pas d'accord, Plutôt d'accord, Tout à fait d'accord"],
  ["fréquence", "Jamais, Rarement, Parfois, Souvent, Toujours"],
  [
    "acuerdo",
    "Totalmente en desacuerdo, En desacuerdo, Ni de acuerdo ni en desacuerdo, De acuerdo, Totalmente de acuerdo",
  ],
  [
    "satisfacción",
    "Muy insatisfecho/a, Algo insatisfecho/a, Ni satisfecho ni insatisfecho, Algo satisfecho/a, Muy satisfecho/a",
  ],
  ["importancia", "Nada importante, Poco importante, Algo importante, Muy importante"],
  ["cantidades", "Nada, Poco, Algo, Bastante, Mucho"],
  ["frecuencia", "Nunca, Casi nunca, A veces, Casi siempre, Siempre"],
  ["soddisfazione", "Per niente soddisfatta, Poco soddisfatta, Abbastanza soddisfatta, Molto soddisfatta"],
  ["accordo", "Per niente d'accordo, Poco d'accordo, Abbastanza d'accordo, Molto d'accordo"],
  ["frequenza", "Mai, Raramente, A volte, Spesso, Sempre"],
  ["numbers with named ends", "1 - Very bad, 2, 3, 4, 5 - Very good"],
  ["levels", "Low, Medium, High"],
];
const listOf = (text: string) =>
  text
    .split(", ")
    .flatMap((part, at, all) => (all[at - 1] === "Teils" ? [] : part.split("| ")))
    .filter(Boolean);

describe("ratings by word", () => {
  test.each(RATINGS.map(([what, text]) => [what, listOf(text)] as const))("%s", (_, labels) => {
    const mixed = shuffled(labels);
    expect(ordered(mixed)).toEqual(labels);
    expect(knownOrder(mixed)?.isRating).toBe(true);
  });
});

const ORDERS: [what: string, lowestToHighest: string[]][] = [
  ["ages", ["Under 18", "18-24", "25-34", "35-44", "45-54", "55-64", "65 or older"]],
  ["ages with a sign", ["18-29", "30-44", "45-60", "> 60"]],
  ["incomes", ["$0 - $24,999", "$25,000 - $49,999", "$50,000 - $99,999", "$100,000 - $149,999", "$150,000+"]],
  ["incomes in thousands", ["Less than $40k", "$40-75k", "$75-125k", "$125k or more"]],
  ["Einkommen", ["unter 1.000 €", "1.000 bis unter 2.000 €", "2.000 bis unter 3.000 €", "3.000 € und mehr"]],
  ["âges", ["Moins de 25 ans", "25 à 34 ans", "35 à 49 ans", "50 ans et plus"]],
  ["edades", ["Menos de 18 años", "18 a 34 años", "35 a 64 años", "65 años o más"]],
  ["età", ["Meno di 18 anni", "18-34 anni", "35-64 anni", "65 anni e oltre"]],
  ["counts", ["None", "1", "2", "3 or more"]],
  [
    "education",
    [
      "Less than high school degree",
      "High school degree",
      "Some college or Associate degree",
      "Bachelor degree",
      "Graduate degree",
    ],
  ],
  ["Bildung", ["Kein Schulabschluss", "Hauptschulabschluss", "Abitur", "Hochschulabschluss", "Promotion"]],
  ["sizes", ["Small", "Medium", "Large", "Extra large"]],
  ["sizes in letters", ["XS", "S", "M", "L", "XL"]],
  ["months", ["January", "February", "March", "June", "December"]],
  ["months of two years", ["Nov 2023", "Dec 2023", "Jan 2024"]],
  ["Wochentage", ["Montag", "Dienstag", "Freitag", "Sonntag"]],
  ["jours", ["lundi", "mercredi", "jeudi", "dimanche"]],
  ["how often", ["Never", "Less often", "Once a month", "Once a week", "Daily"]],
];

describe("orders that are no ratings", () => {
  test.each(ORDERS)("%s", (_, labels) => {
    const mixed = shuffled(labels);
    expect(ordered(mixed)).toEqual(labels);
    expect(knownOrder(mixed)?.isRating).toBe(false);
  });
});

test("numbers that labels begin with are their values", () => {
  expect(knownOrder(["0 - Not at all", "1", "2", "3 - Very"])?.values).toEqual([0, 1, 2, 3]);
});

test("what is on no scale stands beside it", () => {
  const found = knownOrder(["Not sure", "Agree", "Disagree", "Neutral"]);
  expect(found).toMatchObject({ places: [2, 3, 1], beside: [0] });
});

test.each([
  ["regions", ["North", "South", "East"]],
  ["answers", ["Yes", "No", "Maybe"]],
  ["a pair", ["Satisfied", "Dissatisfied"]],
  ["brands", ["Very", "Volvo", "Very much"]],
  ["employment", ["Employed", "Unemployed", "Retired"]],
  ["rooms", ["Room 1", "Room 2", "Room 3"]],
  ["products", ["iPhone 12", "iPhone 13", "iPhone 14 or later"]],
  ["overlapping bands", ["18-30", "25-40", "35-50"]],
  ["two words for one step", ["Extremely good", "Completely good", "Not good"]],
  ["sentences", ["It is good", "It's good, and kind", "It is bad"]],
  ["bare numbers", ["1", "2", "3"]],
  ["colours", ["Red", "Green", "Blue"]],
  ["parties", ["Democrat", "Republican", "Independent"]],
])("%s have no order of their own", (_, labels) => expect(knownOrder(labels)).toBeNull());
