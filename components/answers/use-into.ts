import { useQuery } from "@tanstack/react-query";
import { type Into, importsQuery } from "@/lib/answers/queries";

/** A project and the revision that everybody reads there now. Where that cannot be told, files are looked at all the same. */
export function useInto(project: string): Into {
  const { data, isError } = useQuery(importsQuery(project));
  const revision = data ? (data.find(({ current }) => current)?.id ?? null) : isError ? null : undefined;
  return { project, revision };
}
