"use client";

import { Alert, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { ListPage, NothingListed } from "@/components/lists/list-page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { confirm } from "@/components/ui/confirm";
import type { Column } from "@/components/ui/data-table";
import { FormDrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { screenColumns } from "@/components/ui/screen-columns";
import { SearchField } from "@/components/ui/search-field";
import { TableFile } from "@/components/ui/table-file";
import { useFormat } from "@/components/ui/use-format";
import { useWasWanted } from "@/components/ui/use-was-wanted";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { matchingSuppliers, NEW_SUPPLIER, supplierParsers } from "@/lib/suppliers/list-state";
import { removeSupplier, suppliersQuery } from "@/lib/suppliers/queries";
import { signingText, supplierTable } from "@/lib/suppliers/supplier-table";
import type { Format } from "@/lib/tables/format";

const SupplierDrawer = onDemand(async () => (await import("./supplier-drawer")).SupplierDrawer, FormDrawerFrame);

type Props = { accounts: { id: string; name: string }[]; mayWrite: boolean };

const REFUSED = "Suppliers are managed by project managers and admins. Ask an admin of your account.";
const HAS_SENT = "It has sent respondents, whose sessions name it. It can be changed, not removed.";

/** The suppliers that send respondents: who they are, and where their respondents go when they end. */
export function SupplierList({ accounts, mayWrite }: Props) {
  const format = useFormat();
  const [{ search, supplier: wanted }, setState] = useQueryStates(supplierParsers, { history: "push" });
  const { data, error, refetch } = useQuery(suppliersQuery());
  const { remove, problem } = useRemoval();
  const isDrawerNeeded = useWasWanted(wanted);
  const refused = mayWrite ? null : REFUSED;
  const open = (supplier: string | null) => void setState({ supplier });
  usePageActions([
    {
      id: "new-supplier",
      label: "New supplier",
      keywords: "create add panel end links",
      run: () => open(NEW_SUPPLIER),
      refused,
    },
  ]);
  const rows = useMemo(() => data && matchingSuppliers(data, search), [data, search]);
  const hasSeveral = accounts.length > 1;
  const columns = useMemo(
    () =>
      columnsOf(format, hasSeveral, {
        refused,
        onOpen: (id) => void setState({ supplier: id }),
        onRemove: (supplier) => confirmRemove(supplier, () => remove(supplier)),
      }),
    [format, hasSeveral, refused, setState, remove],
  );
  const table = useMemo(() => supplierTable(hasSeveral), [hasSeveral]);
  return (
    <>
      <ListPage
        label="Suppliers"
        aside={data && countText(data.length, format)}
        exporter={<TableFile name="Suppliers" columns={table} rows={() => rows ?? []} />}
        actions={
          <Button look="primary" onClick={() => open(NEW_SUPPLIER)} {...refusedProps(refused)}>
            New supplier…
          </Button>
        }
        query={null}
        filters={{
          search: (
            <SearchField
              label="Search suppliers"
              placeholder="Search by name or code"
              maxLength={200}
              value={search}
              onChange={(text, step) => void setState({ search: text || null }, step)}
            />
          ),
          set: [],
          fields: null,
          onClear: null,
        }}
        columns={{ all: columns, shown: columns, unknown: [] }}
        notices={[]}
        heading={
          problem && (
            <Alert color="red" variant="light" role="alert" title="The supplier was not removed" mb="md">
              {problem.message}
            </Alert>
          )
        }
        list={{
          what: "Suppliers",
          rows,
          rowId: ({ id }) => id,
          error: data ? null : error,
          isBeingReplaced: false,
          retry: () => void refetch(),
          empty: (
            <NothingListed
              says={
                search
                  ? "No supplier matches this search."
                  : "No suppliers yet. Respondents who enter without a supplier's code come directly."
              }
              narrowed={search !== ""}
              onClear={() => void setState({ search: null })}
            >
              {search === "" && (
                <Button onClick={() => open(NEW_SUPPLIER)} {...refusedProps(refused)}>
                  Create the first supplier…
                </Button>
              )}
            </NothingListed>
          ),
          skeletonRows: 5,
        }}
      />
      {isDrawerNeeded && (
        <SupplierDrawer wanted={wanted} onWant={open} suppliers={data} accounts={accounts} refused={refused} />
      )}
    </>
  );
}

const countText = (suppliers: number, { count }: Format) =>
  `${count(suppliers)} ${suppliers === 1 ? "supplier" : "suppliers"}`;

function useRemoval() {
  const queries = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: ({ id }: Supplier) => removeSupplier(id),
    onSuccess: (_, { name }) => notifications.show({ message: `Removed ${name}` }),
    onSettled: () => queries.invalidateQueries({ queryKey: suppliersQuery().queryKey }),
  });
  return { remove: mutate, problem: error };
}

function confirmRemove({ name, code }: Supplier, onConfirm: () => void) {
  confirm({
    title: `Remove ${name}?`,
    children: (
      <Text size="sm">
        Nobody has come from it. Entry links that name “{code}” will be refused from then on. This cannot be undone.
      </Text>
    ),
    labels: { confirm: "Remove supplier", cancel: "Keep" },
    onConfirm,
  });
}

type Actions = {
  refused: string | null;
  onOpen: (id: string) => void;
  onRemove: (supplier: Supplier) => void;
};

const columnsOf = (format: Format, hasSeveral: boolean, actions: Actions): Column<Supplier>[] =>
  screenColumns(
    supplierTable(hasSeveral),
    format,
    {
      name: {
        wraps: true,
        card: "title",
        cell: ({ id, name }) => (
          <RowButton isLink onClick={() => actions.onOpen(id)}>
            {name}
          </RowButton>
        ),
      },
      code: { cell: ({ code }) => <code>{code}</code> },
      links: { wraps: true },
      signed: { cell: (supplier) => <Badge tone={supplier.hash ? "green" : "gray"}>{signingText(supplier)}</Badge> },
    },
    [
      {
        id: "actions",
        header: "Remove",
        width: 80,
        fixed: "last",
        cell: (supplier) => (
          <RowButton
            icon="cross"
            aria-label={`Remove ${supplier.name}`}
            onClick={() => actions.onRemove(supplier)}
            {...refusedProps(actions.refused ?? (supplier.sessions > 0 ? HAS_SENT : null))}
          />
        ),
      },
    ],
  );
