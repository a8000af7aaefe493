/** What a person edits of a quota, in the order of the grid's columns. */
export const editableColumns = ["quota_name", "qualifications", "quota"] as const;
export type EditableColumn = (typeof editableColumns)[number];

/** Every column of the grid: those that a person edits, then the figures that follow. */
export const gridColumns = [...editableColumns, "starts", "completes", "remaining", "percent"] as const;
export type GridColumn = (typeof gridColumns)[number];
export type FigureColumn = Exclude<GridColumn, EditableColumn>;

export const isEditable = (column: GridColumn): column is EditableColumn =>
  editableColumns.some((editable) => editable === column);
