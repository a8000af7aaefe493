/** What is known of the drawings before their code is there. */
export const AXIS = { fontSize: 11, fill: "var(--chart-axis)" };
export const LINE_HEIGHT = 340;
