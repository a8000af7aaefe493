/**
 * Every survey field of the specification's table 2.1, once: how a person calls it, what kind of value it has,
 * where the grouped shape keeps it, and who assigns it. Forms, previews, messages and the codec read this table.
 */
type SurveyField = {
  label: string;
  kind: "text" | "integer" | "price" | "boolean" | "date" | "list" | "quotas" | "object";
  /** Place in the grouped wire shape; the flat shape keeps everything at the top. */
  place: "top" | "attributes";
  /** `system`: assigned by the service, ignored in a request. */
  post: "required" | "optional" | "system";
};

export const surveyFields = {
  id: { label: "Survey id", kind: "text", place: "top", post: "system" },
  project_id: { label: "Project", kind: "text", place: "top", post: "required" },
  name: { label: "Survey name", kind: "text", place: "top", post: "required" },
  status: { label: "Status", kind: "text", place: "top", post: "optional" },
  respondents: { label: "Respondents", kind: "integer", place: "attributes", post: "required" },
  country_code: { label: "Country", kind: "text", place: "attributes", post: "required" },
  language_code: { label: "Language", kind: "text", place: "attributes", post: "required" },
  length_of_interview: { label: "Length of interview", kind: "integer", place: "attributes", post: "required" },
  incidence_rate: { label: "Incidence rate", kind: "integer", place: "attributes", post: "required" },
  collects_pii: { label: "Collects personal information", kind: "boolean", place: "attributes", post: "required" },
  hashing_enabled: { label: "Hashing", kind: "boolean", place: "attributes", post: "required" },
  out_of_field_date: { label: "Out-of-field date", kind: "date", place: "attributes", post: "required" },
  out_of_field_timezone: { label: "Out-of-field time zone", kind: "text", place: "attributes", post: "required" },
  device_compatibilities: { label: "Devices", kind: "list", place: "attributes", post: "required" },
  calculation_type: { label: "Calculation type", kind: "text", place: "attributes", post: "required" },
  traffic_control_limit_type: { label: "Pacing", kind: "text", place: "attributes", post: "required" },
  entry_link: { label: "Entry link", kind: "text", place: "attributes", post: "required" },
  offered_price_per_complete: {
    label: "Price per complete",
    kind: "price",
    place: "attributes",
    post: "optional",
  },
  minimum_price_per_complete: {
    label: "Minimum price per complete",
    kind: "price",
    place: "attributes",
    post: "system",
  },
  redirects: { label: "Redirects", kind: "object", place: "attributes", post: "system" },
  respondent_attributes: { label: "Quotas", kind: "quotas", place: "top", post: "required" },
  field_details: { label: "Field details", kind: "object", place: "top", post: "system" },
} as const satisfies Record<string, SurveyField>;

export type SurveyFieldName = keyof typeof surveyFields;

export const surveyFieldNames = Object.keys(surveyFields) as SurveyFieldName[];

export const isSurveyField = (name: string): name is SurveyFieldName => Object.hasOwn(surveyFields, name);

/** The fields a person decides, in the order of the specification; everything else is assigned by the service. */
export type EditableFieldName = {
  [Name in SurveyFieldName]: (typeof surveyFields)[Name]["post"] extends "system" ? never : Name;
}[SurveyFieldName];

export const editableFieldNames = surveyFieldNames.filter(
  (name): name is EditableFieldName => surveyFields[name].post !== "system",
);

export const surveyStatuses = ["Draft", "Live", "Paused", "Complete"] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];
export const calculationTypes = ["Completes", "Survey Starts"] as const;
export const trafficControlLimits = ["None", "Even Pacing", "Accelerated Pacing"] as const;
export const deviceTypes = ["desktop", "mobile", "tablet"] as const;
