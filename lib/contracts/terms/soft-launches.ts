/** Stands for the id of a quota where the survey's own number of respondents is meant. */
export const WHOLE_SURVEY = "";
