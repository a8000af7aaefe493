import { DIRECT } from "@/lib/contracts/terms/fielding";

/** What the duplicate check calls a respondent: ids of different suppliers are different people. */
export const panelIdOf = (supplier: string, respondent: string) =>
  supplier === DIRECT ? respondent : `${supplier}:${respondent}`;
