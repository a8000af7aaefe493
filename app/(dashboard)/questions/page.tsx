import type { Metadata } from "next";
import { QuestionsPage } from "@/components/questions/questions-page";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Questions" };

export default async function Page() {
  const { viewer } = await pageContext("answers:read");
  return <QuestionsPage mayWrite={may(viewer.role, "answers:write")} />;
}
