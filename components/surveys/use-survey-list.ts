"use client";

import { useQuery } from "@tanstack/react-query";
import { useFollowedCopy } from "@/components/lists/use-followed-copy";
import { useNamesOfRows } from "@/components/pickers/use-known-projects";
import { distinctIds, managedProjectsQuery, projectNamesQuery, usersQuery } from "@/lib/projects/queries";
import { checkSurveyList } from "@/lib/surveys/list-checks";
import {
  MOST_PROJECTS,
  surveyListFilter,
  surveyListParsers,
  surveyListQuery,
  withinProject,
} from "@/lib/surveys/list-state";
import { surveysQuery } from "@/lib/surveys/queries";
import { useListAddress } from "@/lib/views/use-list-address";

type Where = {
  /** The list is part of this project's page. */
  project: string | undefined;
  /** Somebody works with the rows that are shown. */
  isHeld: boolean;
};

/** What the surveys list shows: its address and view, what they name, and the surveys that they find. */
export function useSurveyList(email: string, { project, isHeld }: Where) {
  const address = useListAddress("surveys", surveyListParsers, project === undefined);
  const { holds, change, isUnread, viewsError } = address;
  const asked = project === undefined ? address.state : withinProject(address.state, project);
  // Who manages what is read only where the list is narrowed by it, or by whoever opens that filter.
  const users = useQuery({ ...usersQuery(), enabled: asked.manager !== null });
  const named = project === undefined ? distinctIds([asked.project]) : [];
  const one = useQuery({ ...projectNamesQuery(named), enabled: named.length > 0 });
  const isNamed = one.data !== undefined && !one.isPlaceholderData;

  const { state, managerId, notices } = checkSurveyList(asked, holds, {
    projectIds: isNamed ? new Set(Object.keys(one.data)) : null,
    users: users.data ?? null,
    email,
  });
  const managed = useQuery({ ...managedProjectsQuery(managerId ?? null), enabled: typeof managerId === "string" });
  const managedIds = managerId === null ? null : (managed.data ?? null);
  const isManagerUnread = managerId !== null && managed.data === undefined;
  const surveys = useQuery({
    ...surveysQuery(state, managedIds),
    enabled: (!isUnread || viewsError !== null) && !isManagerUnread,
  });

  const query = surveyListQuery(state, managedIds);
  const followed = useFollowedCopy({
    list: JSON.stringify(query),
    fresh: surveys.data,
    isPlaceholder: surveys.isPlaceholderData,
    readAgain: surveys.refetch,
    isHeld,
  });
  const names = useNamesOfRows((followed.page?.items ?? []).map(({ project_id }) => project_id));
  const projectName = asked.project === null ? "" : (one.data?.[asked.project] ?? "");

  const failed = [surveys, ...(managerId === undefined ? [users] : []), managed].filter(({ error }) => error !== null);
  return {
    state,
    change,
    names,
    projectName,
    // Until the manager's projects are known the query is kept waiting, with the former list's surveys in its place.
    data: isManagerUnread ? undefined : followed.page,
    followed,
    isBeingRead: surveys.isPlaceholderData || surveys.isFetching,
    isFetching: surveys.isFetching,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
    filter: surveyListFilter(state, managedIds),
    query,
    notices: [...notices, ...tooMany(managedIds)],
  };
}

const tooMany = (managed: readonly string[] | null) =>
  managed && managed.length > MOST_PROJECTS
    ? [`This manager has ${managed.length} projects: the list shows the surveys of the first ${MOST_PROJECTS}.`]
    : [];
