import { Alert } from "@mantine/core";
import { PageHeader } from "@/components/ui/page-header";
import { AUDIT_REFUSED } from "@/lib/contracts/rules/permissions";

/** Stands where the audit would, for a role that may not read it. */
export function AuditRefused() {
  return (
    <>
      <PageHeader title="Audit" />
      <Alert color="gray" variant="light" role="note">
        {AUDIT_REFUSED}
      </Alert>
    </>
  );
}
