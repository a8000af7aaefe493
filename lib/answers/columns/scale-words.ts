/**
 * How English, German, French, Spanish and Italian grade what they say. Texts are in lower case, with blanks between
 * words and no other signs; an entry may have several ways to say it, with | between them.
 */

/** How strong a word makes what stands beside it: from 1, hardly, to 9, entirely. Without any it is 7. */
export const DEGREES: readonly [words: string, strength: number][] = [
  // English
  ["extremely|completely|totally|absolutely|entirely|fully|exceptionally|definitely", 9],
  ["very|strongly|highly|a great deal|a lot|much|greatly|certainly|very much|always", 8],
  ["quite|fairly|generally|mostly|largely|considerably|a fair amount|quite a bit", 6],
  ["moderately|reasonably", 5],
  ["somewhat|rather|tend to|partly|partially|some|probably", 4],
  ["slightly|a little|a bit|a little bit|mildly|only a little", 3],
  // German
  ["äußerst|außerordentlich|extrem|voll und ganz|völlig|vollkommen|vollständig|absolut|voll|in höchstem maße", 9],
  ["sehr|stark|sehr stark|sehr viel|viel|ganz bestimmt|auf jeden fall|ganz", 8],
  ["ziemlich|überwiegend|weitgehend|größtenteils", 6],
  ["mittelmäßig|einigermaßen|mäßig", 5],
  ["eher|teilweise|wahrscheinlich schon", 4],
  ["etwas|ein wenig|ein bisschen|leicht", 3],
  // French
  ["extrêmement|tout à fait|totalement|entièrement|complètement|absolument|parfaitement", 9],
  ["très|fortement|beaucoup|énormément", 8],
  ["assez|relativement", 5],
  ["plutôt|moyennement|modérément|en partie", 4],
  ["un peu|légèrement|faiblement", 3],
  // Spanish
  ["extremadamente|totalmente|completamente|absolutamente|plenamente", 9],
  ["muy|mucho|muchísimo|fuertemente", 8],
  ["bastante", 6],
  ["moderadamente|más bien", 5],
  ["algo|parcialmente", 4],
  ["un poco|ligeramente|levemente", 3],
  // Italian; what is written as in Spanish stands there
  ["estremamente|del tutto|pienamente|completamente|assolutamente", 9],
  ["molto|moltissimo|fortemente", 8],
  ["abbastanza|piuttosto", 5],
  ["in parte|parzialmente|moderatamente", 4],
  ["un po|leggermente", 3],
];

/** What turns into its contrary what it stands beside: how far below the middle that is. The longest one counts. */
export const NEGATIONS: readonly [words: string, strength: number][] = [
  ["not at all|none at all|not in the least|do not|does not|no|none|nothing|not any", 9],
  ["not", 7],
  [
    "not very|not so|not too|not particularly|not that|not much|not really|not very much|not especially|only slightly",
    2,
  ],
  ["hardly|hardly any|hardly at all|barely|very little|not much at all", 5],
  ["überhaupt nicht|gar nicht|ganz und gar nicht|keineswegs|auf keinen fall|überhaupt kein", 9],
  ["nicht", 7],
  ["eher nicht", 4],
  ["weniger|nicht so|nicht sehr|nicht besonders|wenig|nicht wirklich", 2],
  ["kaum|sehr wenig", 5],
  ["pas du tout|absolument pas|aucunement", 9],
  ["pas|ne pas", 7],
  ["plutôt pas", 4],
  ["pas très|pas vraiment|pas tellement|peu|pas beaucoup|pas trop", 2],
  ["très peu|à peine", 5],
  ["nada|para nada|en absoluto|nada de", 9],
  ["no muy|poco|no mucho|no tan", 2],
  ["muy poco|apenas|casi nada", 5],
  ["per niente|per nulla|affatto|niente affatto|niente", 9],
  ["non", 7],
  ["non molto|non tanto|non particolarmente", 2],
  ["pochissimo|molto poco|quasi per niente", 5],
];

/** Words of a scale's one end and of its other one, which are no more than the same word with a syllable before it. */
export const POLES: readonly [high: string, low: string][] = [
  ["agree", "disagree"],
  ["good", "bad|poor"],
  ["easy", "difficult|hard"],
  ["support|favor|favour|in favor|in favour|for", "oppose|opposed|against"],
  ["better", "worse"],
  ["more", "less"],
  ["more often", "less often"],
  ["increase|increased", "decrease|decreased"],
  ["higher", "lower"],
  ["positive|positively", "negative|negatively"],
  ["gut|gutes|gute", "schlecht|schlechtes|schlechte"],
  ["leicht|einfach", "schwer|schwierig"],
  ["besser", "schlechter"],
  ["mehr", "weniger"],
  ["positiv", "negativ"],
  ["stimme zu|zustimmung|ich stimme zu", "lehne ab|ablehnung|stimme nicht zu|ich lehne ab"],
  ["dafür", "dagegen"],
  ["d accord", "pas d accord|en désaccord"],
  ["bon|bonne|bien", "mauvais|mauvaise|mal"],
  ["facile", "difficile"],
  ["favorable", "défavorable|opposé|opposée"],
  ["mieux|meilleur|meilleure", "pire|moins bien"],
  ["de acuerdo", "en desacuerdo"],
  ["bueno|buena|bien", "malo|mala|mal"],
  ["fácil", "difícil"],
  ["a favor", "en contra"],
  ["mejor", "peor"],
  ["d accordo", "in disaccordo|contrario|contraria"],
  ["buono|buona|bene", "cattivo|cattiva|male"],
  ["facile", "difficile"],
  ["favorevole", "sfavorevole|contrario|contraria"],
  ["meglio|migliore", "peggio|peggiore"],
];

/** Syllables that turn a word around: satisfied, dissatisfied; zufrieden, unzufrieden; soddisfatto, insoddisfatto. */
export const TURNING = ["dis", "un", "in", "im", "ir", "il", "mis", "dés", "dé", "mé", "des"];

/** Answers that are on no scale and stand behind it. */
export const BESIDE =
  /^(?:other\b|not sure|unsure|no opinion|can t say|cannot say|hard to say|not applicable|n a$|it depends|varies|none of (?:these|the above)|sonstiges?|andere|keine meinung|unsicher|nicht sicher|kommt darauf an|autre|sans opinion|pas d opinion|ça dépend|je ne suis pas sûr|otr[oa]s?$|sin opinión|depende|no estoy segur|altr[oi]$|nessuna opinione|dipende|non sono sicur)/;

/** Fixed orders, from the lowest to the highest. `isRating`: means of its places say something. */
export const LADDERS: readonly { isRating: boolean; steps: readonly string[] }[] = [
  // How often
  {
    isRating: true,
    steps: [
      "never|not at all|at no time",
      "almost never|hardly ever|very rarely|nearly never",
      "rarely|seldom|infrequently",
      "occasionally|once in a while|now and then",
      "sometimes|some of the time|half the time|about half the time|from time to time",
      "often|frequently|regularly|most of the time|usually",
      "very often|very frequently|almost always|nearly always|almost all the time",
      "always|all the time|all of the time|constantly",
    ],
  },
  {
    isRating: true,
    steps: [
      "nie|niemals|überhaupt nicht",
      "fast nie|sehr selten|so gut wie nie",
      "selten",
      "gelegentlich|ab und zu|hin und wieder",
      "manchmal|teilweise",
      "oft|häufig|regelmäßig|meistens|meist",
      "sehr oft|sehr häufig|fast immer",
      "immer|ständig",
    ],
  },
  {
    isRating: true,
    steps: [
      "jamais",
      "presque jamais|très rarement",
      "rarement",
      "occasionnellement|de temps en temps",
      "parfois|quelquefois",
      "souvent|fréquemment|régulièrement|la plupart du temps",
      "très souvent|presque toujours|très fréquemment",
      "toujours|tout le temps",
    ],
  },
  {
    isRating: true,
    steps: [
      "nunca|jamás",
      "casi nunca|muy rara vez",
      "rara vez|raramente|pocas veces",
      "ocasionalmente|de vez en cuando",
      "a veces|algunas veces",
      "a menudo|frecuentemente|con frecuencia|muchas veces|regularmente|normalmente",
      "muy a menudo|casi siempre|muy frecuentemente",
      "siempre",
    ],
  },
  {
    isRating: true,
    steps: [
      "mai",
      "quasi mai|molto raramente",
      "raramente|di rado",
      "occasionalmente|di tanto in tanto|ogni tanto",
      "a volte|qualche volta|talvolta",
      "spesso|frequentemente|regolarmente|di solito",
      "molto spesso|quasi sempre",
      "sempre",
    ],
  },
  {
    isRating: false,
    steps: [
      "never|nie|jamais|nunca|mai",
      "less often|less frequently|less than once a year|less than once a month|seltener|moins souvent|menos a menudo|con menos frecuencia|meno spesso|più raramente",
      "once a year|yearly|annually|jährlich|einmal im jahr|einmal pro jahr|une fois par an|una vez al año|una volta all anno",
      "several times a year|a few times a year|mehrmals im jahr|mehrmals pro jahr|plusieurs fois par an|varias veces al año|più volte all anno",
      "once a month|monthly|about once a month|einmal im monat|monatlich|einmal pro monat|une fois par mois|una vez al mes|una volta al mese",
      "several times a month|a few times a month|2 3 times a month|two or three times a month|mehrmals im monat|mehrmals pro monat|plusieurs fois par mois|varias veces al mes|più volte al mese",
      "once a week|weekly|about once a week|einmal in der woche|wöchentlich|einmal pro woche|une fois par semaine|una vez a la semana|una vez por semana|una volta a settimana|una volta alla settimana",
      "several times a week|a few times a week|2 3 times a week|most days|mehrmals in der woche|mehrmals pro woche|plusieurs fois par semaine|varias veces a la semana|varias veces por semana|più volte a settimana|più volte alla settimana",
      "daily|every day|once a day|täglich|jeden tag|einmal am tag|tous les jours|chaque jour|une fois par jour|todos los días|a diario|cada día|ogni giorno|tutti i giorni",
      "several times a day|multiple times a day|more than once a day|mehrmals täglich|mehrmals am tag|plusieurs fois par jour|varias veces al día|più volte al giorno",
    ],
  },
  // How good
  {
    isRating: true,
    steps: [
      "terrible|awful|horrible",
      "very poor|very bad",
      "poor|bad",
      "below average",
      "fair|average|acceptable|ok|okay|satisfactory",
      "above average",
      "good",
      "very good",
      "excellent|outstanding|great|exceptional",
    ],
  },
  {
    isRating: true,
    steps: [
      "ungenügend|sehr schlecht|miserabel",
      "mangelhaft|schlecht",
      "ausreichend|eher schlecht",
      "befriedigend|mittelmäßig|mittel|teils teils",
      "eher gut",
      "gut",
      "sehr gut",
      "ausgezeichnet|hervorragend|exzellent",
    ],
  },
  {
    isRating: true,
    steps: [
      "très mauvais|très mauvaise|très mal",
      "mauvais|mauvaise|médiocre|mal",
      "moyen|moyenne|passable|acceptable|correct|correcte",
      "bon|bonne|bien",
      "très bon|très bonne|très bien",
      "excellent|excellente",
    ],
  },
  {
    isRating: true,
    steps: [
      "muy malo|muy mala|muy mal|pésimo|pésima",
      "malo|mala|mal|deficiente",
      "regular|aceptable|normal",
      "bueno|buena|bien",
      "muy bueno|muy buena|muy bien",
      "excelente",
    ],
  },
  {
    isRating: true,
    steps: [
      "pessimo|pessima|molto scarso|molto scarsa",
      "scarso|scarsa|cattivo|cattiva|insufficiente",
      "sufficiente|discreto|discreta|nella media|accettabile",
      "buono|buona|bene",
      "molto buono|molto buona|ottimo|ottima|molto bene",
      "eccellente",
    ],
  },
  // How likely, in words of their own
  {
    isRating: true,
    steps: [
      "definitely not|definitely will not|definitely would not|certainly not|definitely won t",
      "probably not|probably will not|probably would not|probably won t",
      "might or might not|maybe|perhaps|possibly|may or may not",
      "probably|probably yes|probably will|probably would",
      "definitely|definitely yes|definitely will|definitely would|certainly",
    ],
  },
  {
    isRating: true,
    steps: [
      "auf keinen fall|sicher nicht|bestimmt nicht|ganz sicher nicht",
      "wahrscheinlich nicht|eher nicht|eher nein",
      "vielleicht|eventuell|möglicherweise",
      "wahrscheinlich|wahrscheinlich schon|eher ja",
      "auf jeden fall|ganz sicher|bestimmt|sicher",
    ],
  },
  {
    isRating: true,
    steps: [
      "certainement pas|non certainement pas",
      "probablement pas|non probablement pas|plutôt non",
      "peut être",
      "probablement|oui probablement|plutôt oui",
      "certainement|oui certainement",
    ],
  },
  {
    isRating: true,
    steps: [
      "definitivamente no|seguro que no|seguramente no",
      "probablemente no",
      "quizás|tal vez|quizá",
      "probablemente|probablemente sí",
      "definitivamente|definitivamente sí|seguro que sí",
    ],
  },
  {
    isRating: true,
    steps: [
      "sicuramente no|certamente no",
      "probabilmente no",
      "forse",
      "probabilmente|probabilmente sì",
      "sicuramente|sicuramente sì|certamente sì",
    ],
  },
  // Levels and sizes
  {
    isRating: true,
    steps: [
      "very low|sehr niedrig|très faible|muy bajo|muy baja|molto basso|molto bassa",
      "low|niedrig|faible|bajo|baja|basso|bassa",
      "medium|moderate|middle|mittel|moyen|moyenne|medio|media",
      "high|hoch|élevé|élevée|alto|alta",
      "very high|sehr hoch|très élevé|très élevée|muy alto|muy alta|molto alto|molto alta",
    ],
  },
  {
    isRating: false,
    steps: [
      "xxs",
      "xs|extra small|very small|sehr klein|très petit|très petite|muy pequeño|muy pequeña|molto piccolo|molto piccola",
      "s|small|klein|petit|petite|pequeño|pequeña|piccolo|piccola",
      "m|medium|mittel|mittelgroß|moyen|moyenne|mediano|mediana|medio|media",
      "l|large|big|groß|grand|grande",
      "xl|extra large|very large|sehr groß|très grand|très grande|muy grande|molto grande",
      "xxl",
      "xxxl",
    ],
  },
];

/** Levels of education by what a label holds, from the lowest; the first that fits counts. */
export const EDUCATION: readonly { step: number; words: RegExp }[] = [
  {
    step: 0,
    words:
      /\bno (?:formal )?(?:education|schooling|qualifications?)|\bohne (?:schul)?abschluss|kein(?:en)? (?:schul)?abschluss|sans diplôme|aucun diplôme|sin estudios|nessun titolo/,
  },
  {
    step: 2,
    words:
      /less than (?:a )?(?:high|secondary) school|some (?:high|secondary) school|did not (?:finish|complete|graduate)/,
  },
  { step: 1, words: /\bprimary\b|\belementary\b|grundschule|école primaire|\bprimaire\b|primaria|elementar/ },
  {
    step: 5,
    words:
      /some (?:college|university)|associate|vocational|trade school|technical (?:school|college)|apprenticeship|\blehre\b|berufsausbildung|ausbildung|bac ?\+ ?2|\bbts\b|formación profesional|\bfp\b|qualifica professionale/,
  },
  { step: 8, words: /doctora|\bphd\b|\bph d\b|promotion|doktor|dottorato|\bdoctorat\b/ },
  {
    step: 7,
    words:
      /\bmaster|postgraduate|\bgraduate (?:degree|school)|\bmba\b|professional degree|\bdiplom\b|magister|máster|laurea magistrale|bac ?\+ ?5/,
  },
  {
    step: 6,
    words:
      /bachelor|undergraduate|college (?:degree|graduate)|university degree|4 year degree|hochschul(?:abschluss|studium)|universitätsabschluss|licence|bac ?\+ ?3|grado|licenciatura|universitarios?|laurea/,
  },
  {
    step: 4,
    words:
      /(?:high|secondary) school|\bged\b|\ba levels?\b|abitur|hochschulreife|matura|baccalauréat|\bbac\b|lycée|bachillerato|diploma|maturità/,
  },
  {
    step: 3,
    words:
      /lower secondary|middle school|\bgcses?\b|hauptschul|realschul|mittlere reife|collège|brevet|secundaria|\beso\b|licenza media/,
  },
];
