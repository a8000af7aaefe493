import { Button, Group, Select } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";

type Sort = { key: string; descending: boolean };

type Props = {
  columns: readonly { header: string; sortKey?: string; figures?: boolean }[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** What headers do for a table, for the cards that stand for its rows on a narrow screen. */
export function SortField({ columns, sort, onSort }: Props) {
  const sortable = columns.flatMap(({ header, sortKey, figures = false }) =>
    sortKey === undefined ? [] : [{ value: sortKey, label: header, figures }],
  );
  const choose = (key: string | null) => {
    const column = sortable.find(({ value }) => value === key);
    if (column && column.value !== sort?.key) onSort({ key: column.value, descending: column.figures });
  };
  const isListed = sortable.some(({ value }) => value === sort?.key);
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        label="Sort by"
        placeholder={sort ? "Another column" : "Usual order"}
        data={sortable.map(({ value, label }) => ({ value, label }))}
        value={isListed ? (sort?.key ?? null) : null}
        onChange={choose}
        allowDeselect={false}
        flex={1}
        styles={{
          root: { display: "flex", alignItems: "center", gap: "var(--mantine-spacing-xs)" },
          label: { whiteSpace: "nowrap" },
          wrapper: { flex: 1 },
        }}
      />
      {sort && (
        <Button
          variant="default"
          px="sm"
          aria-label={sort.descending ? "Descending: turn round" : "Ascending: turn round"}
          leftSection={<Arrow size={16} aria-hidden />}
          onClick={() => onSort({ ...sort, descending: !sort.descending })}
        >
          {sort.descending ? "Descending" : "Ascending"}
        </Button>
      )}
    </Group>
  );
}
