"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { surveyQuery } from "@/lib/surveys/queries";

export const freshKey = (id: string): string[] => ["surveys", "before-save", id];

/**
 * The survey and its soft launch for a save: at once as the page last read them, and read again meanwhile. The soft
 * launch is read after the survey: one that has changed the survey as it was read is known by then, and one that
 * changes it later makes it another revision, which the save does not go to.
 */
export function useFreshSurvey(id: string) {
  const queries = useQueryClient();
  const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, enabled: false, retry: false };
  const fresh = useQuery({
    ...surveyQuery(id),
    ...once,
    queryKey: freshKey(id),
    initialData: () => queries.getQueryData(surveyQuery(id).queryKey) ?? undefined,
  });
  const launch = useQuery({
    ...softLaunchQuery(id),
    ...once,
    queryKey: ["soft-launches", "before-save", id],
    refetchInterval: false,
    initialData: () => queries.getQueryData(softLaunchQuery(id).queryKey),
  });
  const [readSurvey, readLaunch] = [fresh.refetch, launch.refetch];
  const reread = useCallback(async () => {
    const { isSuccess, data } = await readSurvey();
    if (isSuccess && data) await readLaunch();
  }, [readSurvey, readLaunch]);
  // From the first rendering on, before the first reading has begun.
  const [isFirst, setFirst] = useState(true);
  useEffect(() => void reread().finally(() => setFirst(false)), [reread]);
  const stop = () => {
    void queries.cancelQueries({ queryKey: freshKey(id) });
    void queries.cancelQueries({ queryKey: ["soft-launches", "before-save", id] });
  };
  return {
    survey: fresh.data,
    launch: launch.data,
    isReading: isFirst || fresh.isFetching || launch.isFetching,
    error: fresh.error ?? launch.error,
    reread,
    stop,
  };
}
