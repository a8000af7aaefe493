import type { Metadata } from "next";
import { ChecksPage } from "@/components/checks/checks-page";
import { ChecksRefused } from "@/components/checks/checks-refused";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Fraud checks" };

export default async function FraudChecksPage() {
  const { viewer } = await pageContext("surveys:read");
  const { role, accounts } = viewer;
  if (!may(role, "duplicates:read")) return <ChecksRefused />;
  return <ChecksPage mayCheck={may(role, "duplicates:act")} accounts={accounts} />;
}
