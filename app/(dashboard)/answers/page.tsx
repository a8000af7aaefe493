import type { Metadata } from "next";
import { AnswersPage } from "@/components/answers/answers-page";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Answers" };

export default async function ImportsPage() {
  const { viewer } = await pageContext("answers:read");
  return <AnswersPage mayWrite={may(viewer.role, "answers:write")} />;
}
