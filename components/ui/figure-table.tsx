import type { ReactNode } from "react";
import classes from "./figure-table.module.css";
import { scrollInFrame } from "./scroll-in-frame";

export type FigureRow = {
  key: string;
  /** Stands under the first head, and the cells under the others. */
  name: ReactNode;
  cells: readonly ReactNode[];
  /** A total is bold; a part is counted in the row above it. */
  look?: "plain" | "total" | "part";
};

type Props = {
  caption: string;
  /** Said to screen readers alone, where a heading says it already. */
  hidesCaption?: boolean;
  heads: readonly string[];
  rows: readonly FigureRow[];
  /** Takes all the room across. */
  isWide?: boolean;
  /** May have more rows than there is room for: they scroll under the heads, and long names are broken. */
  isTall?: boolean;
};

/** A small table of figures, its rows and columns named by headers. */
export function FigureTable({ caption, hidesCaption = false, heads, rows, isWide = false, isTall = false }: Props) {
  return (
    <div ref={scrollInFrame} className={classes.frame} data-tall={isTall || undefined}>
      <table className={classes.table} data-wide={isWide || undefined}>
        <caption className={hidesCaption ? "visually-hidden" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <th key={at} scope="col" title={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, look }) => (
            <tr key={key} data-look={look}>
              <th scope="row" title={typeof name === "string" ? name : undefined}>
                {name}
              </th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
