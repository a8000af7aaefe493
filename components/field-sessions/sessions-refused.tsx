import { Alert } from "@mantine/core";
import { SurveyTrail } from "@/components/lists/survey-trail";
import { PageHeader } from "@/components/ui/page-header";

/** Stands where a survey's sessions would, at a connection that has none here. */
export function SessionsRefused({ surveyId, reason }: { surveyId: string; reason: string }) {
  return (
    <>
      <SurveyTrail surveyId={surveyId} name={null} />
      <PageHeader title="Sessions" />
      <Alert color="gray" variant="light" role="note">
        {reason}
      </Alert>
    </>
  );
}
