import { Alert } from "@mantine/core";
import { PageHeader } from "@/components/ui/page-header";
import { CHECKS_REFUSED } from "@/lib/contracts/rules/permissions";

/** Stands where the fraud checks would, for a role that may not look into them. */
export function ChecksRefused() {
  return (
    <>
      <PageHeader title="Fraud checks" />
      <Alert color="gray" variant="light" role="note">
        {CHECKS_REFUSED}
      </Alert>
    </>
  );
}
