import { queryOptions } from "@tanstack/react-query";
import * as slideTemplatesCalls from "@/lib/contracts/calls/slide-templates";
import type * as SlideTemplates from "@/lib/contracts/ours/slide-templates";
import type { SlideLook } from "@/lib/contracts/ours/slide-templates";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { upload } from "@/lib/http/upload";
import { usualLook } from "./usual-look";

const templates = contract<typeof SlideTemplates>(
  slideTemplatesCalls,
  () => import("@/lib/contracts/ours/slide-templates"),
);

export const slideTemplatesQuery = () =>
  queryOptions({
    queryKey: ["slide templates"],
    queryFn: async ({ signal }) => (await api(templates.listSlideTemplates, { signal })).data.accounts,
  });

export const setSlideTemplate = ({ accountId, file }: { accountId: string; file: File }) =>
  upload(templates.setSlideTemplate, {
    query: { account_id: accountId, name: file.name },
    bytes: file,
    onProgress: () => {},
    signal: new AbortController().signal,
  });

export const removeSlideTemplate = async (account_id: string) =>
  (await api(templates.removeSlideTemplate, { body: { account_id } })).data;

/** What slides of a project look like, by its account's template. */
export async function readLook(projectId: string): Promise<SlideLook> {
  const { data } = await api(templates.getSlideLook, { query: { project_id: projectId } });
  return data.look ?? usualLook;
}
