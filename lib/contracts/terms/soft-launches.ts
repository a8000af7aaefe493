/** Takes the place of a quota's id for the survey's own number of respondents. */
export const WHOLE_SURVEY = "";
