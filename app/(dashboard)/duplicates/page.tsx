import type { Metadata } from "next";
import { DuplicatesPage } from "@/components/duplicates/duplicates-page";
import { DuplicatesRefused } from "@/components/duplicates/duplicates-refused";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { connectionOf } from "@/lib/gateway/call";

export const metadata: Metadata = { title: "Duplicate check" };

export default async function DuplicateCheckPage() {
  const { viewer } = await pageContext("surveys:read");
  const { role, accounts } = viewer;
  if (!may(role, "duplicates:read")) return <DuplicatesRefused />;
  const { url, extended } = connectionOf(viewer).activation;
  const service = { isRemote: url !== null, isExact: extended };
  return <DuplicatesPage role={role} accounts={accounts} service={service} />;
}
