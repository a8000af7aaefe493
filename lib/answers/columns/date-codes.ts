import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { markedIfStorable } from "@/lib/contracts/rules/answer-cells";
import type { DateOrder } from "@/lib/contracts/terms/answers";
import { readMoment } from "./moments";

/** A year of two digits may be of either century, by what the question is about. */
const WHOLE_YEAR = /\d{4}/;

/**
 * Missing codes of a date: days that its cells are written as stand as 1900-01-01, by which the store knows them again, and
 * are marked. Words, numbers and moments of a clock stay as they are: cells that hold them are read as missing.
 */
export const dateCodes = (codes: readonly MissingCode[], order: DateOrder): MissingCode[] =>
  markedIfStorable(
    "date",
    codes.map((code) => {
      const moment =
        "cell" in code && typeof code.cell === "string" && WHOLE_YEAR.test(code.cell)
          ? readMoment(code.cell, order)
          : null;
      if (!moment || moment.hasTime) return code;
      const { year, month, day } = moment;
      return { ...code, cell: `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` };
    }),
  );
