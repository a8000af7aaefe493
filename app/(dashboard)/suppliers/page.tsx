import type { Metadata } from "next";
import { PageData } from "@/components/session/page-data";
import { SupplierList } from "@/components/suppliers/supplier-list";
import { SuppliersRefused } from "@/components/suppliers/suppliers-refused";
import { pageContext } from "@/lib/auth/viewer";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import { may } from "@/lib/contracts/rules/permissions";
import { callFielding, fieldedElsewhere } from "@/lib/gateway/fielding";
import { prefetch } from "@/lib/routes/prefetch";
import { suppliersQuery } from "@/lib/suppliers/queries";

export const metadata: Metadata = { title: "Suppliers" };

export default async function SuppliersPage() {
  const context = await pageContext("surveys:read");
  const elsewhere = fieldedElsewhere(context.viewer);
  if (elsewhere !== null) return <SuppliersRefused reason={elsewhere} />;
  const read = await prefetch({
    queryKey: suppliersQuery().queryKey,
    read: async () => (await callFielding(context, fielding.listSuppliers)).suppliers,
  });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <SupplierList
        accounts={context.viewer.accounts.map(({ id, name }) => ({ id, name }))}
        mayWrite={may(context.viewer.role, "surveys:write")}
      />
    </PageData>
  );
}
