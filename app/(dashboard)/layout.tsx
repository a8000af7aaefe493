import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { JobTray } from "@/components/jobs/job-tray";
import { Palette } from "@/components/palette/palette";
import { PaletteButton } from "@/components/palette/palette-button";
import { AppFrame } from "@/components/session/app-frame";
import { FrameData } from "@/components/session/page-data";
import { Providers } from "@/components/session/providers";
import { RoleNotice } from "@/components/session/role-notice";
import { PageActionsProvider } from "@/components/ui/page-actions";
import { FormatProvider } from "@/components/ui/use-format";
import { currentViewer, toSignIn } from "@/lib/auth/viewer";
import { connectionView } from "@/lib/gateway/environment";
import { listJobs } from "@/lib/jobs/control-job";
import { jobsQuery } from "@/lib/jobs/queries";
import { pageNonce } from "@/lib/routes/page-nonce";
import { prefetch } from "@/lib/routes/prefetch";
import { serviceHealthQuery } from "@/lib/settings/queries";
import { roleContact } from "@/lib/settings/role-contact";
import { ROLE_NOTICE } from "@/lib/settings/role-notice";
import { readServices } from "@/lib/settings/service-health";
import { jobKinds } from "@/lib/start/job-kinds";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  if (!viewer) return toSignIn();
  const context = { viewer, requestId: crypto.randomUUID(), origin: "page" as const };
  const read = await prefetch(
    { queryKey: jobsQuery().queryKey, read: () => listJobs(context, jobKinds) },
    { queryKey: serviceHealthQuery().queryKey, read: () => readServices(context) },
  );
  const isDismissed = (await cookies()).get(ROLE_NOTICE)?.value === viewer.personId;
  const contact = isDismissed ? null : await roleContact(viewer).catch(() => null);
  const { personId, name, email, role, accounts, expiresAt, isByProvider = false } = viewer;
  const connection = connectionView(viewer);
  return (
    <Providers nonce={await pageNonce()}>
      <FormatProvider settings={viewer.settings}>
        <PageActionsProvider>
          <FrameData state={read}>
            <AppFrame
              person={{ id: personId, name, email, role, accounts, expiresAt, isByProvider }}
              connection={connection}
              tools={
                <>
                  <PaletteButton />
                  <JobTray />
                </>
              }
            >
              {contact && <RoleNotice personId={personId} contact={contact} />}
              {children}
            </AppFrame>
          </FrameData>
          <Palette role={role} fieldedElsewhere={connection.fieldedElsewhere} owner={`${viewer.connection}:${email}`} />
        </PageActionsProvider>
      </FormatProvider>
    </Providers>
  );
}
