/** Stands for the id of a thing that does not exist yet. */
export const NEW_THING = "new";
