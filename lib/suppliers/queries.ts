import { queryOptions } from "@tanstack/react-query";
import * as fieldingCalls from "@/lib/contracts/calls/fielding";
import type * as Fielding from "@/lib/contracts/interfaces/fielding";
import type { BodyOf } from "@/lib/contracts/operation";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const fielding = contract<typeof Fielding>(fieldingCalls);

/** The suppliers of the viewer's accounts. */
export const suppliersQuery = () =>
  queryOptions({
    queryKey: ["suppliers"],
    queryFn: async ({ signal }) => (await api(fielding.listSuppliers, { signal })).data.suppliers,
  });

export const createSupplier = async (body: BodyOf<typeof Fielding.createSupplier>) =>
  (await api(fielding.createSupplier, { body })).data;

export const updateSupplier = async (body: BodyOf<typeof Fielding.updateSupplier>) =>
  (await api(fielding.updateSupplier, { body })).data;

export const removeSupplier = async (id: string) => (await api(fielding.removeSupplier, { body: { id } })).data;
