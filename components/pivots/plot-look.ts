/** Constants of charts that other components need before the code of the charts has loaded. */
export const AXIS = { fontSize: 11, fill: "var(--chart-axis)" };
export const LINE_HEIGHT = 340;
