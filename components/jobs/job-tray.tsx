"use client";

import { ActionIcon, Indicator } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconProgress } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { figureKeys } from "@/lib/answers/figure-keys";
import type { Job } from "@/lib/contracts/ours/jobs";
import { isActive, jobsQuery } from "@/lib/jobs/queries";
import { useRefreshWhenOver } from "./use-refresh-when-over";

const JobDrawer = onDemand(async () => (await import("./job-drawer")).JobDrawer, DrawerFrame);

/** The viewer's work under way and done, reachable from every page. */
export function JobTray() {
  const [opened, tray] = useDisclosure(false);
  const { data: jobs } = useQuery(jobsQuery());
  const active = jobs?.filter(isActive).length ?? 0;
  useRefreshWhenDone(jobs);
  usePageActions([
    { id: "work", label: "Open jobs", keywords: "work progress results undo", run: tray.open, everywhere: true },
  ]);
  return (
    <>
      <Indicator label={active} size={16} disabled={active === 0} offset={4}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={tray.open}
          aria-label={active > 0 ? `Jobs: ${active} running` : "Jobs"}
        >
          <IconProgress size={18} stroke={1.6} />
        </ActionIcon>
      </Indicator>
      {opened && <JobDrawer jobs={jobs} onClose={tray.close} />}
    </>
  );
}

/** What jobs have changed is read anew when they end, and while they run now and then. */
function useRefreshWhenDone(jobs: Job[] | undefined): void {
  const [ofAnswers, others] = useMemo(
    () => [jobs?.filter((job) => job.changes_figures), jobs?.filter((job) => !job.changes_figures)],
    [jobs],
  );
  useRefreshWhenOver(others, OF_SURVEYS);
  useRefreshWhenOver(ofAnswers, figureKeys);
}

/** The first parts of the keys that such things are read by. */
const OF_SURVEYS = [["surveys"], ["projects"]];
