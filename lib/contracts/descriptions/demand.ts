import { type DescribedOperations, example } from "./described";

export const demandTags = {
  Tokens: "Signing in.",
  Accounts: "Who the caller is, and for whom they act.",
  "Lookup values": "What fields of a survey may be, and what quotas can screen on.",
  Projects: "A project groups surveys of an account.",
  Surveys: "Surveys with their quotas: created, changed and followed in field. A survey cannot be deleted.",
  Responses: "Sessions of a survey, and their reconciliation.",
} as const;

const decided = {
  project_id: example.project,
  name: "Snacks, wave 3",
  respondents: 500,
  country_code: "US",
  language_code: "EN",
  length_of_interview: 12,
  incidence_rate: 60,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2031-02-28 23:59:59",
  out_of_field_timezone: "(UTC-05:00) Eastern Time (US & Canada)",
  device_compatibilities: ["desktop", "mobile"],
  calculation_type: "Completes",
  traffic_control_limit_type: "Even Pacing",
  entry_link: "https://survey.example/start?id=[%RID%]",
};

const quota = {
  quota_name: "Women 18 to 20",
  quota: 500,
  qualifications: [
    { question_id: 1, allowed_option_ids: [18, 19, 20] },
    { question_id: 2, allowed_option_ids: [2] },
  ],
};

const returnAddress = (outcome: string) => `https://fieldwork.example/return/${outcome}?rid=[%RID%]`;

const survey = {
  id: example.survey,
  ...decided,
  status: "Draft",
  offered_price_per_complete: 2.25,
  minimum_price_per_complete: 2.14,
  redirects: {
    complete: returnAddress("complete"),
    standard_termination: returnAddress("standard_termination"),
    quality_termination: returnAddress("quality_termination"),
    security_termination: returnAddress("security_termination"),
    overquota_termination: returnAddress("overquota_termination"),
  },
  respondent_attributes: [{ quota_id: example.quota, ...quota, survey_starts: 0, survey_completes: 0 }],
  field_details: {
    survey_starts: 0,
    survey_completes: 0,
    standard_terminations: 0,
    quality_terminations: 0,
    security_terminations: 0,
    overquota_terminations: 0,
    total_cost: 0,
    actual_length_of_interview: null,
    actual_incidence_rate: null,
    last_complete_at: null,
  },
};

const newProject = {
  account_id: example.account,
  project_manager_id: example.person,
  project_name: "Snacks tracker",
  project_number: "P-1042",
};
const project = { id: example.project, ...newProject, session_exclusions: [], business_unit: null };

const response = {
  rdud: example.session,
  survey_id: example.survey,
  status: "complete",
  reconciliation_status: null,
  buyer_cpi: 2.25,
  qualification_attributes: [{ question_id: 2, option_ids: [2] }],
  quota_attributes: [example.quota],
  started_at: "2031-02-03T14:05:09.120Z",
  ended_at: "2031-02-03T14:17:41.007Z",
};

const SHAPES =
  "Survey fields stand at the top level, or in `survey_attributes` beside `id`, `project_id`, `name`, `status` and `respondent_attributes`. The reply has the shape of the request, unless `Accept: application/json;shape=flat` or `shape=grouped` asks for another.";

export const describedDemand: DescribedOperations = {
  createToken: {
    tag: "Tokens",
    description:
      "A token lasts twelve hours. Send it alone in `Authorization`, without a prefix, and keep it until it expires: a user gets a limited number of tokens per hour.",
    request: { email: "manager@company.example", password: "correct horse battery staple" },
    reply: { token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1YjZhIn0.c2lnbmF0dXJl", expiration: "2031-02-03T20:00:00.000Z" },
  },
  listAccounts: {
    tag: "Accounts",
    description: "A user may belong to several accounts and sees what belongs to any of them.",
    reply: { total_accounts: 1, page: 1, page_size: 1, accounts: [{ id: example.account, name: "Northwind" }] },
  },
  listUsers: {
    tag: "Accounts",
    description: "Everybody who shares an account with the caller. A project names one of them as its manager.",
    reply: {
      total_users: 1,
      page: 1,
      page_size: 1,
      users: [{ id: example.person, email: "manager@company.example", name: "Ana Manager" }],
    },
  },
  getDefinitions: {
    tag: "Lookup values",
    description: "The spellings that surveys are written with. They change seldom; ask once a day.",
    reply: {
      survey_attributes: {
        countries: [{ name: "United States", code: "US", language_options: [{ name: "English", code: "EN" }] }],
        time_zones: [{ name: "(UTC-05:00) Eastern Time (US & Canada)" }],
        calculation_types: [{ name: "Completes" }, { name: "Survey Starts" }],
        traffic_control_limits: [{ name: "None" }, { name: "Even Pacing" }, { name: "Accelerated Pacing" }],
        statuses: [{ name: "Draft" }, { name: "Live" }, { name: "Paused" }, { name: "Complete" }],
        device_compatibilities: [{ name: "desktop" }, { name: "mobile" }, { name: "tablet" }],
      },
    },
  },
  listQualifications: {
    tag: "Lookup values",
    description: "Options differ by country: name the survey's country and language to get only those that it can use.",
    reply: {
      total_qualifications: 1,
      page: 1,
      page_size: 1,
      qualifications: [
        {
          id: 2,
          name: "Gender",
          text: "What is your gender?",
          type: "single",
          options: [
            { id: 1, text: "Male" },
            { id: 2, text: "Female" },
          ],
        },
      ],
    },
  },
  listProjects: {
    tag: "Projects",
    description: "Oldest first. `sums=true` adds counts over each project's surveys.",
    reply: { total_projects: 1, page: 1, page_size: 1, projects: [project] },
  },
  createProject: {
    tag: "Projects",
    description: "The account must be one of the caller's, and the project manager one of its users.",
    request: newProject,
    reply: project,
  },
  updateProject: {
    tag: "Projects",
    description: "Fields that are left out stay as they are.",
    request: { id: example.project, business_unit: "Snacks" },
    reply: { ...project, business_unit: "Snacks" },
  },
  listSurveys: {
    tag: "Surveys",
    description:
      "Oldest first, so that a new survey moves no page. A reply with exactly one whole survey carries its `ETag`. The last page follows from `total_surveys`.",
    reply: { total_surveys: 1, page: 1, page_size: 1, surveys: [survey] },
  },
  createSurvey: {
    tag: "Surveys",
    description: `A survey needs at least one quota; \`qualifications: []\` takes everyone. Without a status it is a Draft, without a price it is offered at the recommended minimum. ${SHAPES}`,
    request: { ...decided, offered_price_per_complete: 2.25, respondent_attributes: [quota] },
    reply: survey,
  },
  updateSurvey: {
    tag: "Surveys",
    description: `Fields that are left out stay as they are. \`respondent_attributes\`, when present, is the whole list: a quota that is not in it is removed from the survey, and an element with \`quota_id: null\` adds one. With \`If-Match\` nothing is changed when the survey has another revision (412). ${SHAPES}`,
    request: {
      id: example.survey,
      respondents: 600,
      respondent_attributes: [{ quota_id: example.quota, quota: 600 }],
    },
    reply: {
      ...survey,
      respondents: 600,
      respondent_attributes: [{ quota_id: example.quota, ...quota, quota: 600, survey_starts: 0, survey_completes: 0 }],
    },
  },
  listResponses: {
    tag: "Responses",
    description: "Sessions that reached the survey or were turned away before it, oldest first.",
    reply: { total_responses: 1, page: 1, page_size: 1, responses: [response] },
  },
  updateResponse: {
    tag: "Responses",
    description:
      "Rejected takes a complete out of counts and cost. Accepted adds any response to them, even above a quota. The last status set applies.",
    request: { rdud: example.session, reconciliation_status: "Rejected" },
    reply: { ...response, reconciliation_status: "Rejected" },
  },
};
