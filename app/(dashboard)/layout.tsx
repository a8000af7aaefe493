import { cookies } from "next/headers";
import type { ReactNode } from "react";
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
import { Dashboard } from "./dashboard";

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
  return (
    <Dashboard
      nonce={await pageNonce()}
      settings={viewer.settings}
      read={read}
      person={{ id: personId, name, email, role, accounts, expiresAt, isByProvider }}
      connection={connectionView(viewer)}
      owner={`${viewer.connection}:${email}`}
      contact={contact}
    >
      {children}
    </Dashboard>
  );
}
