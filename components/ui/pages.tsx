"use client";

import { Pagination } from "@mantine/core";

type Props = { total: number; pageSize: number; page: number; onChange: (page: number) => void };

/** The pages of a list whose pages come from the server; nothing when there is only one. */
export function Pages({ total, pageSize, page, onChange }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onChange}
      size="sm"
      getControlProps={(control) => ({
        "aria-label": { first: "First page", previous: "Previous page", next: "Next page", last: "Last page" }[control],
      })}
      getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
    />
  );
}
