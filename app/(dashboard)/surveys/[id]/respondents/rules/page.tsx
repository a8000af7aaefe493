import type { Metadata } from "next";
import { CoherencePage } from "@/components/respondents/coherence-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { getInterview } from "@/lib/respondents/interviews";
import { coherenceRulesOptions, interviewOptions } from "@/lib/respondents/queries";
import { prefetch } from "@/lib/routes/prefetch";
import { listCoherenceRules } from "@/lib/settings/coherence-rules";

export const metadata: Metadata = { title: "Coherence rules" };

export default async function CoherenceRoute({ params }: { params: Promise<{ id: string }> }) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const read = await prefetch(
    { queryKey: interviewOptions(id).queryKey, read: () => getInterview(context, id) },
    { queryKey: coherenceRulesOptions().queryKey, read: async () => (await listCoherenceRules(context)).accounts },
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <CoherencePage surveyId={id} />
    </PageData>
  );
}
