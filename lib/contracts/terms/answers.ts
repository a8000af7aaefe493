/** Words of answers and imports, which screens read without the schemas. */

export const questionKinds = ["numeric", "scale", "single", "multiple", "open", "date"] as const;
export type QuestionKind = (typeof questionKinds)[number];
export const isQuestionKind = (name: string): name is QuestionKind => questionKinds.some((kind) => kind === name);

/** Why there is no answer: the question was not put to this respondent, or it was and he gave none (refused, don't know). */
export const missingKinds = ["not_asked", "no_answer"] as const;
export type MissingKind = (typeof missingKinds)[number];

/** How a date of three numbers is written: 7/15/18 is mdy, 15.7.2018 dmy. Dates that begin with a year are read whatever it is. */
export const dateOrders = ["ymd", "mdy", "dmy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Signs between the cells of a text. */
export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a derived question is made of others. */
export const derivationForms = ["bands", "nets", "combination", "filter", "formula"] as const;

export const importModes = ["append", "replace", "update"] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * How a revision of a project's answers came to be: by an import, another kind of a question, a weight made here, or a
 * change of several questions' set-up.
 */
export const revisionModes = [...importModes, "kind", "weight", "setup"] as const;
export type RevisionMode = (typeof revisionModes)[number];

/** Of a file's table. */
export const MOST_HEADER_ROWS = 3;
