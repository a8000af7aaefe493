import { DIRECT, MAX_RESPONDENT } from "@/lib/contracts/terms/fielding";
import { hasOption, questionById } from "../demand/catalogue";

/** What an entry address says of a respondent. */
export type EntryQuery = {
  supplier: string;
  /** Null: none was given. */
  respondent: string | null;
  test: string | null;
  /** Option ids by question: answers that the catalogue has. */
  answers: Map<number, number[]>;
  /** Questions with an answer that cannot be used. */
  unusable: Set<number>;
  /** Whether it comes from the screener. */
  isAnswered: boolean;
};

export const MAX_ENTRY_QUERY = 8192;

const ONCE = ["supplier", "respondent", "test"];

/** Ids are kept as they came; control characters, and bytes that are no text, are in none. */
const isPrintable = (text: string) => !/[\p{Cc}\uFFFD]/u.test(text) && text.isWellFormed();

/** Reads the query of an entry address; null: it names a supplier, respondent or test in a way that cannot be meant. */
export function readEntryQuery(query: URLSearchParams): EntryQuery | null {
  if (ONCE.some((name) => query.getAll(name).length > 1)) return null;
  const respondent = query.get("respondent") || null;
  if (respondent !== null && (respondent.length > MAX_RESPONDENT || !isPrintable(respondent))) return null;
  const supplier = query.get("supplier") || DIRECT;
  if (!isPrintable(supplier) || supplier.length > 40) return null;
  const answers = new Map<number, number[]>();
  const unusable = new Set<number>();
  for (const name of new Set(query.keys())) {
    const digits = /^q(\d{1,9})$/.exec(name)?.[1];
    const question = digits === undefined ? undefined : questionById(Number(digits));
    if (!question) continue;
    const options = readOptions(question.id, query.getAll(name));
    if (options === null) unusable.add(question.id);
    else if (options.length > 0) answers.set(question.id, options);
  }
  return { supplier, respondent, test: query.get("test"), answers, unusable, isAnswered: query.has("answered") };
}

/** The option ids of a question's parameter; null where it is given twice or holds what is no option. */
function readOptions(question: number, given: string[]): number[] | null {
  const [text = "", again] = given;
  if (again !== undefined) return null;
  const items = text.split(",").map((item) => item.trim());
  if (items.every((item) => item === "")) return [];
  const options = items.map((item) => (/^\d{1,9}$/.test(item) ? Number(item) : Number.NaN));
  return options.every((option) => hasOption(question, option)) ? [...new Set(options)] : null;
}
