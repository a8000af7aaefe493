"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNamesOfRows } from "@/components/pickers/use-known-projects";
import { projectsOf } from "@/lib/audit/words";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { countryOf, type EntryNames, hasQuotas } from "@/lib/exports/describe-changes";
import { usersQuery } from "@/lib/projects/queries";
import { questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";

const namesPerson = ({ before, after }: AuditEntry) =>
  before?.project_manager_id !== undefined || after?.project_manager_id !== undefined;

/**
 * Names that stand for the ids in entries; an id whose name is not known is shown itself. `described`: the entries whose
 * changes are shown. Only for them people and questions are read, which a list of entries seldom needs.
 */
export function useEntryNames(
  entries: readonly AuditEntry[],
  described: readonly AuditEntry[],
  accounts: readonly { id: string; name: string }[],
): (entry: AuditEntry) => EntryNames {
  const projects = useNamesOfRows(entries.flatMap(projectsOf));
  const { data: users } = useQuery({ ...usersQuery(), enabled: described.some(namesPerson) });
  const countries = useMemo(() => [...new Set(described.filter(hasQuotas).map(countryOf))].sort(), [described]);
  const questions = useQueries({
    queries: countries.map(questionsQuery),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const common = {
      projects,
      people: new Map(users?.map(({ id, name }) => [id, name])),
      accounts: new Map(accounts.map(({ id, name }) => [id, name])),
    };
    const known = new Map(countries.map((country, index) => [country, questionsById(questions[index] ?? [])]));
    return (entry) => ({ ...common, questions: known.get(countryOf(entry)) ?? new Map() });
  }, [projects, users, accounts, countries, questions]);
}
