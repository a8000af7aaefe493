/**
 * Months and days of the week as English, German, French, Spanish, Italian, Portuguese and Dutch write them, whole and
 * short; of no two languages one name means different ones.
 */
const MONTHS = [
  "jan january januar jänner jän janvier janv enero ene gennaio gen janeiro januari",
  "feb february februar feber février févr fév febrero febbraio fevereiro fev februari",
  "mar march märz mär mrz mars marzo março maart mrt",
  "apr april avril avr abril abr aprile",
  "may mai mayo maggio mag maio mei",
  "jun june juni juin junio giugno giu junho",
  "jul july juli juillet juil julio luglio lug julho",
  "aug august août aout agosto ago augustus",
  "sep sept september septembre septiembre settembre set setembro",
  "oct october oktober okt octobre octubre ottobre ott outubro out",
  "nov november novembre noviembre novembro",
  "dec december dezember dez décembre déc diciembre dic dicembre dezembro",
];
const DAYS = [
  "mon monday mo montag lun lundi lunes lunedì seg segunda ma maandag",
  "tue tues tuesday di dienstag mar mardi martes martedì ter terça dinsdag",
  "wed wednesday mi mittwoch mer mercredi mié miércoles mercoledì qua quarta wo woensdag",
  "thu thur thurs thursday do donnerstag jeu jeudi jue jueves gio giovedì qui quinta donderdag",
  "fri friday fr freitag ven vendredi vie viernes venerdì sex sexta vr vrijdag",
  "sat saturday sa samstag sonnabend sam samedi sáb sábado sab sabato za zaterdag",
  "sun sunday so sonntag dim dimanche dom domingo domenica zo zondag",
];

const months = new Map(MONTHS.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)));
const days = new Map(DAYS.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)));

const spelled = (name: string) => name.normalize("NFC").toLowerCase();

/** 1 to 12; undefined where it names no month. */
export const monthNamed = (name: string): number | undefined => months.get(spelled(name));

export const isDayNamed = (name: string): boolean => dayNamed(name) !== undefined;

/** 1 for Monday to 7; undefined where it names no day of the week. */
export const dayNamed = (name: string): number | undefined => days.get(spelled(name).replace(/-feira$/, ""));
