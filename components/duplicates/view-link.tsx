"use client";

import Link from "next/link";
import { useQueryStates } from "nuqs";
import type { ComponentProps } from "react";
import { type DuplicatesView, duplicatesHref, duplicatesParsers } from "@/lib/duplicates/address";

type Props = Omit<ComponentProps<typeof Link>, "href"> & { show: DuplicatesView; job?: string };

/** A link to another view of the same account. */
export function ViewLink({ show, job, ...props }: Props) {
  const [{ account }] = useQueryStates(duplicatesParsers);
  return <Link {...props} href={duplicatesHref(show, account, job)} prefetch={false} />;
}
