import type { RowFilter } from "@/lib/contracts/interfaces/answers";

/**
 * What survey tools write beside the answers. Names stand in lower case without blanks and signs, as `nameKey` makes them.
 */
export type ExportTool = {
  name: string;
  /** How many of its columns have to be there for a file to be its, and of which one at least. */
  least: number;
  signs: readonly string[];
  /** Columns of the tool's own, which are no questions. */
  columns: readonly string[];
  /** Columns of the time that each question or group took. */
  timings?: RegExp;
  rows: readonly { reason: RowFilter["reason"]; columns: readonly string[]; cells: RegExp | null }[];
};

export const nameKey = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const listOf = (names: string) => names.split(/\s+/).filter(Boolean);

/** Columns that mean the same in every tool, alone in a file as well. */
export const SURE_COLUMNS = new Set(
  listOf(`ipaddress ipadresse ipaddr locationlatitude locationlongitude locationaccuracy useragent
    breitengraddesstandorts längengraddesstandorts durationinseconds dauerinsekunden recipientlastname
    recipientfirstname recipientemail nachnamedesempfängers vornamedesempfängers emaildesempfängers
    externaldatareference externereferenz externedatenreferenz distributionchannel verteilungskanal userlanguage
    benutzersprache collectorid refurl referrerurl weiterleitungsurl startlanguage startsprache sessionid
    extendedreferer qrecaptchascore qrelevantidduplicate qrelevantidfraudscore`),
);

const PREVIEW =
  /^(survey preview|preview|1|9|17|umfragevorschau|vorschau|aperçu de l.enquête|vista previa de la encuesta|anteprima del sondaggio)$/i;
const TEST = /^(survey test|test|test data|2|umfragetest|testdaten)$/i;
const UNFINISHED =
  /^(false|0|no|nein|falsch|faux|falso|partial|incomplete|in progress|abgebrochen|teilweise|unvollständig)$/i;

export const EXPORT_TOOLS: readonly ExportTool[] = [
  {
    name: "Qualtrics",
    least: 4,
    signs: listOf(
      "recordeddate durationinseconds distributionchannel externaldatareference externalreference responseset aufgezeichnetesdatum dauerinsekunden verteilungskanal externedatenreferenz",
    ),
    columns: listOf(`startdate enddate status ipaddress progress durationinseconds finished recordeddate responseid
      responseset name emailaddress recipientlastname recipientfirstname recipientemail externalreference
      externaldatareference locationlatitude locationlongitude locationaccuracy distributionchannel userlanguage
      qrecaptchascore responsetype startdatum enddatum antworttyp ipadresse fortschritt dauerinsekunden beendet
      aufgezeichnetesdatum antwortid nachnamedesempfängers vornamedesempfängers emaildesempfängers
      externedatenreferenz externereferenz breitengraddesstandorts längengraddesstandorts verteilungskanal
      benutzersprache`),
    rows: [
      {
        reason: "preview",
        columns: ["status", "responsetype", "antworttyp", "distributionchannel", "verteilungskanal"],
        cells: PREVIEW,
      },
      {
        reason: "test",
        columns: ["status", "responsetype", "antworttyp", "distributionchannel", "verteilungskanal"],
        cells: TEST,
      },
      { reason: "unfinished", columns: ["finished", "beendet"], cells: UNFINISHED },
    ],
  },
  {
    name: "SurveyMonkey",
    least: 3,
    signs: listOf("collectorid respondentid befragtenid"),
    columns: listOf(`respondentid collectorid datecreated datemodified startdate enddate ipaddress emailaddress
      firstname lastname customdata customdata1 befragtenid collectorid startdatum enddatum ipadresse emailadresse
      vorname nachname benutzerdefiniertedaten1`),
    rows: [],
  },
  {
    name: "LimeSurvey",
    least: 3,
    signs: listOf("submitdate lastpage datesubmitted startlanguage letzteseite datumabgeschickt startsprache"),
    columns: listOf(`id responseid submitdate datesubmitted lastpage startlanguage seed token accesscode startdate
      datestarted datestamp datelastaction ipaddr ipaddress refurl referrerurl interviewtime totaltime antwortid
      datumabgeschickt letzteseite startsprache zufallsstartwert zugangscode zugangsschlüssel datumgestartet
      datumletzteaktivität ipadresse weiterleitungsurl gesamtzeit`),
    timings: /^(?:group ?time|question ?time|gruppenzeit|fragenzeit)\b/i,
    rows: [{ reason: "unfinished", columns: ["submitdate", "datesubmitted", "datumabgeschickt"], cells: null }],
  },
  {
    name: "Alchemer",
    least: 4,
    signs: listOf("legacycomments extendedreferer timestarted"),
    columns: listOf(`responseid timestarted datesubmitted status contactid legacycomments comments language referer
      sessionid useragent extendedreferer tags ipaddress longitude latitude country city stateregion postal`),
    rows: [
      { reason: "test", columns: ["status", "tags"], cells: /^(test|test data)$/i },
      { reason: "unfinished", columns: ["status"], cells: /^(partial|incomplete|deleted|abandoned)$/i },
    ],
  },
  {
    name: "Google Forms",
    least: 2,
    signs: listOf("timestamp zeitstempel"),
    columns: listOf("timestamp emailaddress username zeitstempel emailadresse nutzername"),
    rows: [],
  },
];
