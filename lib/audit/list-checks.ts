import { isDay } from "@/lib/contracts/calendar/days";
import { shortened } from "@/lib/contracts/rules/shortened";
import type { AuditListState } from "./list-state";

/** An audit list's state without what means nothing, and a sentence for each. `holds`: as the address spells it. */
export function checkAuditList(state: AuditListState, holds: Readonly<Record<string, string>>) {
  const notices: string[] = [];
  if (holds.outcome && !state.outcome) {
    notices.push(`There is no outcome “${shorten(holds.outcome)}”: the filter was left out.`);
  }
  const day = (text: string | null) => {
    if (text === null || isDay(text)) return text;
    notices.push(`“${shorten(text)}” is no day: the list is not narrowed to it.`);
    return null;
  };
  const [from, to] = [day(state.from), day(state.to)];
  if (from !== null && to !== null && from > to) notices.push(`${from} is after ${to}: no day lies between them.`);
  return { state: { ...state, from, to }, notices };
}

const shorten = (text: string) => shortened(text, 60);
