/** The pages of a survey's respondents. */
export const respondentsHref = (surveyId: string) => `/surveys/${encodeURIComponent(surveyId)}/respondents`;
export const reviewHref = (surveyId: string) => `${respondentsHref(surveyId)}/review`;
export const thresholdsHref = (surveyId: string) => `${respondentsHref(surveyId)}/thresholds`;
export const migrationHref = (surveyId: string) => `${respondentsHref(surveyId)}/migration`;
export const rulesHref = (surveyId: string) => `${respondentsHref(surveyId)}/rules`;
export const scoreHref = (surveyId: string) => `${respondentsHref(surveyId)}/score`;
/** In a parameter, not in the path: an id can be any text. */
export const respondentHref = (surveyId: string, respondentId: string) =>
  `${respondentsHref(surveyId)}/evidence?${new URLSearchParams({ respondent: respondentId })}`;
