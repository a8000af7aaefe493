import { isService, type ServiceName } from "../interface-list";
import type { Operation } from "../operation";
import { example } from "./described";

/** What a parameter is, in a sentence, and a value of it where that says more. */
type DescribedParameter = { description: string; example?: unknown };

/** Parameters of paths and queries by their names, which mean the same in every operation of an interface. */
const inAny: Readonly<Record<string, DescribedParameter>> = {
  page: { description: "The page, from 1." },
  page_size: { description: "How many there are on a page." },
  ids: { description: "Only these, by their ids.", example: [example.survey] },
  search: { description: "Part of a name, or an id." },
};

const ofService: Record<ServiceName, Readonly<Record<string, DescribedParameter>>> = {
  demand: {
    project_ids: { description: "Only surveys of these projects.", example: [example.project] },
    project_manager_ids: { description: "Only projects of these managers.", example: [example.person] },
    statuses: { description: "Only those with one of these statuses." },
    fields: {
      description: "Only these fields of each survey; its id is always returned.",
      example: ["name", "status"],
    },
    sort: { description: "The field to sort by, with - before it for descending.", example: "-created" },
    sums: { description: "Whether each project has counts over its surveys." },
    country_code: { description: "Only options of this country.", example: "US" },
    language_code: { description: "Only questions of this language.", example: "EN" },
    survey_id: { description: "The survey whose responses are listed.", example: example.survey },
    rduds: { description: "Only these responses.", example: [example.session] },
  },
  activation: {
    Survey_Number: { description: "Survey numbers, separated by commas.", example: "100200" },
    Session_Id: { description: "Session ids, separated by commas." },
    Panel_Id: { description: "The panel's id of the respondent." },
    Hashed_Email: { description: "A hash of the respondent's e-mail in hex." },
    Range: { description: "Two days of UTC, both included.", example: "2031-02-01,2031-02-28" },
    Page: { description: "The page, from 1, of 500 records each." },
  },
  analysis: { projectId: { description: "The project whose answers are analysed." } },
  pivot: {},
  quality: {},
  fielding: {
    survey_id: { description: "The survey, by its id.", example: example.survey },
    rid: { description: "The session, by its id." },
    reasons: { description: "Only sessions that ended for one of these reasons; `open`: those under way." },
    suppliers: { description: "Only sessions of these suppliers, by their codes.", example: ["direct"] },
    tests: { description: "`only`: test sessions alone; `with`: beside the others. Left out: none." },
    search: { description: "A session id, or a supplier's id of a respondent, whole." },
  },
  fraud: {
    publishable_key: { description: "The account's publishable key, which may stand in a page." },
    private_key: { description: "The account's private key, for servers alone." },
    sy_nr: { description: "The survey's number.", example: "100200" },
    sn_ud: { description: "The session's id.", example: example.session },
    rt_sr_pd: { description: "The panel's id of the respondent." },
    rt_cy_ce: { description: "The country that the respondent says they are in.", example: "US" },
    pm_sr_id: { description: "The destination platform, by its id." },
    rt_ce_ud: { description: "What a cookie, or the storage of the page, says of the device." },
    rt_hd_el: { description: "A hash of the respondent's e-mail in hex." },
    rt_ip_address: { description: "The respondent's IP address.", example: "203.0.113.7" },
    rt_user_agent: { description: "The respondent's user agent." },
    pg_webdriver: { description: "Whether the browser is driven by a program: 1 or 0." },
    pg_developer_tools: { description: "Whether developer tools are open: 1 or 0." },
    pg_platform: { description: "The platform that the browser names." },
    pg_touch_points: { description: "How many touch points the screen has." },
    encrypt: { description: "1: the reply is encrypted with the account's key." },
    q_id: { description: "The question's id.", example: "q7" },
    text: { description: "The open text." },
    t_page_load: { description: "When the question was shown: an instant, or milliseconds since 1970." },
    t_text_typed: { description: "When the text was begun." },
    t_submit: { description: "When the text was sent." },
    s_text_length: { description: "How many characters were typed by keys." },
    c_text: { description: "What was pasted." },
    threshold: { description: "The threshold to try, from 1 to 100.", example: "70" },
  },
};

/** Undefined: nothing is written of it. */
export const describedParameter = (of: Operation["interface"], name: string): DescribedParameter | undefined =>
  (isService(of) ? ofService[of][name] : undefined) ?? inAny[name];
