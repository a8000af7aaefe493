import type { ReactNode } from "react";

type Props = {
  caption: string;
  className: string | undefined;
  heads: readonly string[];
  /** `name` stands under the first head, and the cells under the others. */
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
};

/** A small table of figures, its rows and columns named by headers. */
export function FigureTable({ caption, className, heads, rows }: Props) {
  return (
    <table className={className}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={heads[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
