import { Alert } from "@mantine/core";
import { PageHeader } from "@/components/ui/page-header";

/** Stands where suppliers would, at a connection that has none here. */
export function SuppliersRefused({ reason }: { reason: string }) {
  return (
    <>
      <PageHeader title="Suppliers" />
      <Alert color="gray" variant="light" role="note">
        {reason}
      </Alert>
    </>
  );
}
