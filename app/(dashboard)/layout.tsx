import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { JobTray } from "@/components/jobs/job-tray";
import { Palette } from "@/components/palette/palette";
import { PaletteButton } from "@/components/palette/palette-button";
import { AppFrame } from "@/components/session/app-frame";
import { PageActionsProvider } from "@/components/ui/page-actions";
import { FormatProvider } from "@/components/ui/use-format";
import { currentViewer, pageContext, toSignIn } from "@/lib/auth/viewer";
import { connectionView } from "@/lib/gateway/environment";
import { listJobs } from "@/lib/jobs/control-job";
import { jobsQuery } from "@/lib/jobs/queries";
import { prefetch } from "@/lib/routes/prefetch";
import { jobKinds } from "@/lib/start/job-kinds";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  if (!viewer) return toSignIn();
  const jobs = await prefetch({
    queryKey: jobsQuery().queryKey,
    read: async () => listJobs(await pageContext("surveys:read"), jobKinds),
  });
  const { personId, name, email, role, accounts, expiresAt } = viewer;
  return (
    <FormatProvider settings={viewer.settings}>
      <PageActionsProvider>
        <AppFrame
          person={{ id: personId, name, email, role, accounts, expiresAt }}
          connection={connectionView(viewer)}
          tools={
            <>
              <PaletteButton />
              <HydrationBoundary state={jobs}>
                <JobTray />
              </HydrationBoundary>
            </>
          }
        >
          {children}
        </AppFrame>
        <Palette role={role} owner={`${viewer.connection}:${email}`} />
      </PageActionsProvider>
    </FormatProvider>
  );
}
