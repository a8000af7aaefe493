import type { ReactNode } from "react";
import { JobTray } from "@/components/jobs/job-tray";
import { Palette } from "@/components/palette/palette";
import { PaletteButton } from "@/components/palette/palette-button";
import { AppFrame } from "@/components/session/app-frame";
import { PageActionsProvider } from "@/components/ui/page-actions";
import { FormatProvider } from "@/components/ui/use-format";
import { currentViewer, toSignIn } from "@/lib/auth/viewer";
import { connectionView } from "@/lib/gateway/environment";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  if (!viewer) return toSignIn();
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
              <JobTray />
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
