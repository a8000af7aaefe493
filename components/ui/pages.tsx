import { pageNumbers } from "./page-numbers";
import classes from "./pages.module.css";

type Props = { total: number; pageSize: number; page: number; onChange: (page: number) => void };

/** The pages of a list whose pages come from the server; nothing when there is only one. */
export function Pages({ total, pageSize, page, onChange }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const step = (label: string, sign: string, to: number) => (
    <button type="button" aria-label={label} disabled={to < 1 || to > pages} onClick={() => onChange(to)}>
      {sign}
    </button>
  );
  return (
    <div className={classes.pages}>
      {step("Previous page", "‹", page - 1)}
      {pageNumbers(page, pages).map((each, at) =>
        each === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place alone
          <span key={`gap ${at}`}>…</span>
        ) : (
          <button
            type="button"
            key={each}
            aria-label={`Page ${each}`}
            {...(each === page && { "aria-current": "page" as const })}
            onClick={() => onChange(each)}
          >
            {each}
          </button>
        ),
      )}
      {step("Next page", "›", page + 1)}
    </div>
  );
}
