import { IconColumns3 } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { moved } from "@/lib/views/columns";
import { Button } from "./button";
import classes from "./column-chooser.module.css";
import { PopPanel } from "./pop-panel";
import { RowButton } from "./row-button";

type Column = { id: string; header: string; fixed?: "first" | "last" };

type Props = {
  columns: readonly Column[];
  /** Those shown, in their order. */
  chosen: readonly Column[];
  /** The ids shown of columns that are not fixed; null: all of them, in their own order. */
  onChange: (ids: string[] | null) => void;
};

/** Which columns a table shows and in which order. */
export function ColumnChooser(props: Props) {
  return (
    <PopPanel
      align="right"
      label="Columns"
      trigger={(opens) => (
        <Button {...opens}>
          <IconColumns3 size={16} aria-hidden />
          Columns
        </Button>
      )}
    >
      <Choices {...props} />
    </PopPanel>
  );
}

function Choices({ columns, chosen, onChange }: Props) {
  const shown = chosen.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const hidden = columns.filter(({ id, fixed }) => !fixed && !shown.includes(id));
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  // A row that moves takes its buttons out of the page for a moment, and they lose the focus.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed.current)}"]`)?.focus();
    pressed.current = null;
  });
  const move = (id: string, by: -1 | 1) => {
    pressed.current = `${id} ${by}`;
    onChange(moved(shown, id, by));
  };
  return (
    <div className={classes.list} ref={list}>
      {shown.map((id, at) => {
        const name = headers.get(id) ?? id;
        return (
          <div key={id}>
            <label>
              <input type="checkbox" checked onChange={() => onChange(shown.filter((each) => each !== id))} />
              {name}
            </label>
            <MoveButton name={name} id={id} by={-1} places={at} onMove={move} />
            <MoveButton name={name} id={id} by={1} places={shown.length - 1 - at} onMove={move} />
          </div>
        );
      })}
      {hidden.map(({ id, header }) => (
        <div key={id}>
          <label>
            <input type="checkbox" checked={false} onChange={() => onChange([...shown, id])} />
            {header}
          </label>
        </div>
      ))}
      <Button look="subtle" isSmall onClick={() => onChange(null)}>
        Reset columns
      </Button>
    </div>
  );
}

type MoveProps = { name: string; id: string; by: -1 | 1; places: number; onMove: (id: string, by: -1 | 1) => void };

/** `places`: those left in that direction; without any it stays reachable, so that the focus has somewhere to stay. */
function MoveButton({ name, id, by, places, onMove }: MoveProps) {
  return (
    <RowButton
      data-move={`${id} ${by}`}
      aria-label={`Move ${name} ${by === -1 ? "up" : "down"}`}
      {...(places === 0 ? { "aria-disabled": true } : { onClick: () => onMove(id, by) })}
    >
      <span aria-hidden>{by === -1 ? "↑" : "↓"}</span>
    </RowButton>
  );
}
