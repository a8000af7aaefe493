import { Alert } from "@mantine/core";
import { PageHeader } from "@/components/ui/page-header";
import { DUPLICATES_REFUSED } from "@/lib/contracts/rules/permissions";

/** Stands where the duplicate check would, for a role that may not look into it. */
export function DuplicatesRefused() {
  return (
    <>
      <PageHeader title="Duplicate check" />
      <Alert color="gray" variant="light" role="note">
        {DUPLICATES_REFUSED}
      </Alert>
    </>
  );
}
