/** The grid's keys, as they are listed; `useGrid` hears them. */
export const gridShortcuts: readonly { keys: string[]; does: string }[] = [
  { keys: ["Enter", "F2"], does: "Edit the cell; Enter again saves it and goes down" },
  { keys: ["Tab"], does: "Save the cell and go to the next" },
  { keys: ["Esc"], does: "Leave the cell as it was" },
  { keys: ["Shift", "Arrows"], does: "Choose several cells" },
  { keys: ["Ctrl", "Arrows"], does: "Go to the end" },
  { keys: ["Ctrl", "C"], does: "Copy; with X cut, with V paste" },
  { keys: ["Ctrl", "D"], does: "Fill down" },
  { keys: ["Delete"], does: "Empty the cells" },
  { keys: ["Ctrl", "Enter"], does: "Insert a row below" },
  { keys: ["Ctrl", "Shift", "D"], does: "Duplicate the rows" },
  { keys: ["Ctrl", "Delete"], does: "Remove the rows" },
  { keys: ["Ctrl", "Z"], does: "Undo; with Y redo" },
  { keys: ["Ctrl", "F"], does: "Find in the grid" },
];
