"use client";

import { Box, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { DragEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { MenuItem, MenuNote, PopMenu } from "@/components/ui/pop-menu";
import { datePartOf, dateParts } from "@/lib/contracts/terms/pivot";
import { netPlaces, type PivotState } from "@/lib/pivots/address";
import { isBanner } from "@/lib/pivots/banner";
import { dimensionTitle, type Field } from "@/lib/pivots/fields";
import { isOfItems } from "@/lib/pivots/items";
import { OWN_ORDER, type Side } from "@/lib/pivots/layout";
import { valueTitle } from "@/lib/pivots/shown-table";
import { type PivotValue, responseValues, sameValue, showNames, valueText } from "@/lib/pivots/values";
import { Arrangement } from "./arrangement";
import { droppedDimension, droppedValue } from "./drag";
import { Chip, DropZone } from "./drop-zone";
import { type Derive, DeriveOffer } from "./field-list";
import classes from "./pivot-builder.module.css";
import type { Builder, Change } from "./use-builder";

type Props = { state: PivotState; fields: Field[]; builder: Builder };

/** Of a question of nets, its source and where the nets stand among the options; null for any other question. */
export type OptionsOf = (id: string) => { source: string; place: PivotState["nets"] } | null;
type ZonesProps = Props & {
  onChange: Change;
  /** What is made of a dimension stands in its place. */
  onDerive: Derive;
  optionsOf: OptionsOf;
};

/** Rows, columns and values of the table, each to be dropped on and to be changed by menus. */
export function Zones({ state, fields, builder, onChange, onDerive, optionsOf }: ZonesProps) {
  const { columns } = state;
  // Beside the items of a grid they always stand side by side.
  const arrangement = columns.length > 1 && !isOfItems(state) && (
    <Arrangement isBeside={state.banner} onChoose={(banner) => onChange({ banner })} />
  );
  return (
    <Box className={classes.zones ?? ""}>
      {isOfItems(state) ? (
        <ItemsZone {...{ state, fields, builder, onChange }} />
      ) : (
        <DimensionZone side="rows" ids={state.rows} {...{ fields, builder, onDerive, optionsOf }} />
      )}
      <DimensionZone
        side="columns"
        ids={columns}
        {...{ fields, builder, onDerive }}
        isBeside={isBanner(state) || isOfItems(state)}
        arrangement={arrangement}
      />
      {/* Items of a grid show shares, their top 2 and their mean. */}
      {!isOfItems(state) && <ValueZone state={state} fields={fields} builder={builder} />}
    </Box>
  );
}

/** The items of a grid, as one thing, and what the banner beside them shows. */
function ItemsZone({ state, fields, builder, onChange }: Props & { onChange: Change }) {
  const { rows, columns, bannerShows } = state;
  const grid = fields.find(({ id }) => id === rows[0])?.grid?.text;
  const name = grid || `${rows.length} items`;
  const drop = (event: DragEvent) => {
    const id = droppedDimension(event);
    if (id) builder.place(id, "rows", { name: dimensionTitle(fields, id) });
  };
  const shows = columns.length > 0 && (
    <SegmentedControl
      size="xs"
      aria-label="The banner shows"
      data={[
        { value: "top", label: "Top 2" },
        { value: "mean", label: "Mean" },
      ]}
      value={bannerShows}
      onChange={(chosen) => onChange({ bannerShows: chosen === "mean" ? "mean" : "top" })}
    />
  );
  return (
    <DropZone zone="rows" builder={builder} onDrop={drop} add={shows}>
      {(leave) => [
        <Chip key="items" label={name} dragged={{ dimension: rows[0] ?? "" }} isOfValues={false} onDrop={drop}>
          <MenuNote>{rows.length} items of a grid</MenuNote>
          <MenuItem
            isDangerous
            onClick={() => {
              onChange({ rows: [], items: false, ...OWN_ORDER });
              leave();
            }}
          >
            Remove
          </MenuItem>
        </Chip>,
      ]}
    </DropZone>
  );
}

type DimensionZoneProps = {
  side: Side;
  ids: string[];
  fields: Field[];
  builder: Builder;
  onDerive: Derive;
  /** Of rows alone. */
  optionsOf?: OptionsOf;
  /** They stand side by side, not one inside another. */
  isBeside?: boolean;
  arrangement?: ReactNode;
};

function DimensionZone({ side, ids, isBeside = false, arrangement, ...of }: DimensionZoneProps) {
  const { fields, builder } = of;
  const title = (id: string) => dimensionTitle(fields, id);
  const drop = (event: DragEvent, at?: number) => {
    const id = droppedDimension(event);
    if (id) builder.place(id, side, { name: title(id), ...(at !== undefined && { at }) });
  };
  return (
    <DropZone zone={side} builder={builder} onDrop={drop} add={arrangement}>
      {(leave) =>
        ids.map((id, at) => (
          <Chip
            // A pasted address may name one twice, of which the service tells.
            key={`${id} ${ids.indexOf(id) === at ? "" : at}`}
            label={title(id)}
            dragged={{ dimension: id }}
            isOfValues={false}
            onDrop={(event) => drop(event, at)}
          >
            <DimensionMenu {...{ side, ids, id, at, isBeside, leave, ...of }} />
          </Chip>
        ))
      }
    </DropZone>
  );
}

type DimensionMenuProps = Omit<DimensionZoneProps, "arrangement"> & { id: string; at: number; leave: () => void };

function DimensionMenu({ side, ids, id, at, isBeside, leave, ...of }: DimensionMenuProps) {
  const { fields, builder, onDerive, optionsOf } = of;
  const options = at === 0 && ids.length <= 2 ? optionsOf?.(id) : null;
  const name = dimensionTitle(fields, id);
  const other: Side = side === "rows" ? "columns" : "rows";
  const part = fields.some((each) => each.id === id) ? null : datePartOf(id);
  const to = (place: number) => builder.place(id, side, { name, at: place });
  return (
    <>
      {part && (
        <>
          <MenuNote>By</MenuNote>
          {dateParts.map((each) => (
            <MenuItem
              key={each}
              isDisabled={each === part.part}
              onClick={() => {
                const by = `${part.questionId}:${each}`;
                builder.replace(id, by, dimensionTitle(fields, by));
              }}
            >
              {each[0]?.toUpperCase()}
              {each.slice(1)}
            </MenuItem>
          ))}
          <hr />
        </>
      )}
      {options && <OptionsMenu id={id} builder={builder} {...options} />}
      <MenuItem isDisabled={at === 0} onClick={() => to(at - 1)}>
        {isBeside ? "Move left" : "Move outwards"}
      </MenuItem>
      <MenuItem isDisabled={at === ids.length - 1} onClick={() => to(at + 2)}>
        {isBeside ? "Move right" : "Move inwards"}
      </MenuItem>
      <MenuItem
        onClick={() => {
          builder.place(id, other, { name });
          leave();
        }}
      >
        To {other}
      </MenuItem>
      <DeriveOffer field={fields.find((each) => each.id === id)} {...{ onDerive, leave }} />
      <MenuItem
        isDangerous
        onClick={() => {
          builder.remove(id, name);
          leave();
        }}
      >
        Remove
      </MenuItem>
    </>
  );
}

const placeNames: Record<PivotState["nets"], string> = {
  above: "Show options under each net",
  below: "Show options over each net",
  none: "Hide options of nets",
};

type OptionsMenuProps = { id: string; source: string; place: PivotState["nets"]; builder: Builder };

/** Nets by themselves, or above or below their options. */
function OptionsMenu({ id, source, place, builder }: OptionsMenuProps) {
  return (
    <>
      {netPlaces
        .filter((each) => each !== place)
        .map((each) => (
          <MenuItem key={each} onClick={() => builder.showOptions(id, { source, place: each })}>
            {placeNames[each]}
          </MenuItem>
        ))}
      <hr />
    </>
  );
}

function ValueZone({ state: { values, weight }, fields, builder }: Props) {
  const title = (value: PivotValue) => valueTitle(fields, value);
  const drop = (event: DragEvent, at?: number) => {
    const value = droppedValue(event);
    if (value) builder.placeValue(value, { name: title(value), ...(at !== undefined && { at }) });
  };
  const add = (
    <PopMenu
      width={240}
      trigger={(opens) => (
        <Button look="subtle" isSmall isSquare aria-label="Add a value" {...opens}>
          <IconPlus size={14} aria-hidden />
        </Button>
      )}
    >
      {responseValues.map((value) => (
        <MenuItem
          key={value.show}
          refused={refusalOf(value, values, weight)}
          onClick={() => builder.placeValue(value, { name: showNames[value.show] })}
        >
          {showNames[value.show]}
        </MenuItem>
      ))}
      <hr />
      <MenuNote>Means and other figures of a question: “To values” in its menu.</MenuNote>
    </PopMenu>
  );
  return (
    <DropZone zone="values" builder={builder} onDrop={drop} add={add}>
      {(leave) =>
        values.map((value, at) => (
          <Chip
            key={valueText(value)}
            label={title(value)}
            dragged={{ value }}
            isOfValues
            onDrop={(event) => drop(event, at)}
          >
            <ValueMenu {...{ value, values, at, weight, fields, builder, leave }} />
          </Chip>
        ))
      }
    </DropZone>
  );
}

function refusalOf(value: PivotValue, values: readonly PivotValue[], weight: string | null): string | null {
  if (values.some((each) => sameValue(each, value))) return "It is in the table already.";
  return value.show === "weighted" && weight === null ? "Choose a weight first." : null;
}

type ValueMenuProps = {
  value: PivotValue;
  values: PivotValue[];
  at: number;
  weight: string | null;
  fields: Field[];
  builder: Builder;
  leave: () => void;
};

function ValueMenu({ value, values, at, weight, fields, builder, leave }: ValueMenuProps) {
  const { questionId } = value;
  const name = valueTitle(fields, value);
  const numbers = fields.find(({ id }) => id === questionId)?.numbers ?? [];
  const others: readonly PivotValue[] =
    questionId === null ? responseValues : numbers.map((show) => ({ show, questionId }));
  const to = (place: number) => builder.placeValue(value, { name, at: place });
  return (
    <>
      <MenuNote>Show</MenuNote>
      {others.map((each) => (
        <MenuItem
          key={each.show}
          refused={sameValue(each, value) ? "This is shown." : refusalOf(each, values, weight)}
          onClick={() => builder.replaceValue(value, each, valueTitle(fields, each))}
        >
          {showNames[each.show]}
        </MenuItem>
      ))}
      <hr />
      <MenuItem isDisabled={at === 0} onClick={() => to(at - 1)}>
        Move left
      </MenuItem>
      <MenuItem isDisabled={at === values.length - 1} onClick={() => to(at + 2)}>
        Move right
      </MenuItem>
      <MenuItem
        refused={values.length > 1 ? null : "A table shows at least one value."}
        onClick={() => {
          builder.removeValue(value, name);
          leave();
        }}
      >
        Remove
      </MenuItem>
    </>
  );
}
