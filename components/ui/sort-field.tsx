import classes from "./sort-field.module.css";

type Sort = { key: string; descending: boolean };

type Props = {
  columns: readonly { header: string; sortKey?: string; figures?: boolean }[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** What headers do for a table, for the cards that stand for its rows on a narrow screen. */
export function SortField({ columns, sort, onSort }: Props) {
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined);
  const choose = (key: string) => {
    const column = sortable.find(({ sortKey }) => sortKey === key);
    if (column) onSort({ key, descending: column.figures ?? false });
  };
  const listed = sortable.find(({ sortKey }) => sortKey === sort?.key);
  const order = sort?.descending ? "Descending" : "Ascending";
  return (
    <div className={classes.field}>
      <label>
        Sort by
        <select value={listed?.sortKey ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
          {!listed && <option value="">{sort ? "Another column" : "Usual order"}</option>}
          {sortable.map(({ sortKey, header }) => (
            <option key={sortKey} value={sortKey}>
              {header}
            </option>
          ))}
        </select>
      </label>
      {sort && (
        <button
          type="button"
          aria-label={`${order}: turn round`}
          onClick={() => onSort({ ...sort, descending: !sort.descending })}
        >
          <span aria-hidden>{sort.descending ? "↓" : "↑"}</span> {order}
        </button>
      )}
    </div>
  );
}
