import { expect } from "../expect";
import { newSurvey } from "../new-survey";
import {
  casesFor,
  createSurvey,
  expectRefusal,
  grouped,
  inBatches,
  type Json,
  type Reply,
  readSurvey,
  sides,
  test,
  type World,
} from "./world";

/** What a write could change: a survey with its revision, and all that is stored of the account. */
async function stateOf(world: World, id: string): Promise<Json> {
  const { accountId } = world.service;
  const [stored] = await world.sql`
    select (select md5(string_agg(s::text, '|' order by s.id)) from surveys s where s.account_id = ${accountId}) as surveys,
      (select md5(string_agg(p::text, '|' order by p.id)) from projects p where p.account_id = ${accountId}) as projects,
      (select md5(string_agg(r::text, '|' order by r.rdud)) from responses r where r.survey_id = ${id}) as responses`;
  return { ...(await readSurvey(world.service, id)), ...stored };
}

type Bad = { name: string; sentence?: string | RegExp; field?: string };
type BadPost = Bad & { members: Json };
type BadPatch = Bad & { members: (survey: Awaited<ReturnType<typeof createSurvey>>) => Json };

const quota = (members: Json = {}) => ({ quota_name: "Q", quota: 5, qualifications: [], ...members });
const screening = (qualification: Json) => [quota({ qualifications: [qualification] })];
const NUL = "a\u0000b";
const LONE = "\ud800";

const required = [
  "project_id",
  "name",
  "respondents",
  "country_code",
  "language_code",
  "length_of_interview",
  "incidence_rate",
  "collects_pii",
  "hashing_enabled",
  "out_of_field_date",
  "out_of_field_timezone",
  "device_compatibilities",
  "calculation_type",
  "traffic_control_limit_type",
  "entry_link",
  "respondent_attributes",
];

/** Wrong for a create and for a change alike: field, value, sentence. */
const wrongValues: [string, unknown, (string | RegExp)?][] = [
  ["project_id", "nobody's", /^Project could not be found/],
  ["project_id", "00000000-0000-0000-0000-000000000000", /^Project could not be found/],
  ["name", "", "Survey name is required."],
  ["name", " \n", "Survey name is required."],
  ["name", { de: "x" }, "Survey name must be text."],
  ["name", NUL, "Survey name contains a character that cannot be stored."],
  ["name", `x${LONE}`, "Survey name contains a character that cannot be stored."],
  ["name", "x".repeat(501), "Survey name must have at most 500 characters."],
  ["status", "Closed", "Status must be one of Draft, Live, Paused and Complete."],
  ["status", 1],
  ["respondents", 0],
  ["respondents", -5, "Number of respondents must be a whole number of 1 or more."],
  ["respondents", 1.5, "Number of respondents must be a whole number of 1 or more."],
  ["respondents", "100"],
  ["respondents", 1e12],
  ["country_code", "us", "Country us is not one of the countries in the definitions."],
  ["country_code", "XX"],
  ["country_code", "constructor"],
  ["language_code", "DE", /^Language DE is not offered in United States/],
  ["length_of_interview", 0],
  ["length_of_interview", 2.5],
  ["incidence_rate", 0],
  ["incidence_rate", 101, "Incidence rate must be a whole number from 1 to 100."],
  ["incidence_rate", -1],
  ["collects_pii", "yes", "Collects personal information must be true or false."],
  ["hashing_enabled", 1, "Hashing must be true or false."],
  ["out_of_field_date", "2031-02-30", "Out-of-field date 2031-02-30 does not exist."],
  ["out_of_field_date", "2031-02-28 25:00:00"],
  ["out_of_field_date", "31.05.2031"],
  ["out_of_field_date", "tomorrow"],
  ["out_of_field_date", 20310531],
  ["out_of_field_date", "0000-01-01"],
  ["out_of_field_timezone", "Europe/Atlantis", /is not one of the zones in the definitions\.$/],
  ["out_of_field_timezone", "constructor"],
  ["device_compatibilities", [], "Devices must name at least one of desktop, mobile and tablet."],
  ["device_compatibilities", ["desktop", "fridge"], "Devices must be of desktop, mobile and tablet."],
  ["device_compatibilities", "desktop", "Devices must be a list."],
  ["device_compatibilities", { 0: "desktop" }],
  ["calculation_type", "Guesses", "Calculation type must be one of Completes and Survey Starts."],
  ["traffic_control_limit_type", "Fast", "Pacing must be one of None, Even Pacing and Accelerated Pacing."],
  ["entry_link", "ftp://survey.example/[%RID%]", "Entry link must start with http:// or https://."],
  ["entry_link", "javascript:alert(1)"],
  ["entry_link", "https://survey.example/a b"],
  ["entry_link", "https://"],
  ["entry_link", `https://survey.example/${"x".repeat(2048)}`],
  ["offered_price_per_complete", 0],
  ["offered_price_per_complete", -1],
  ["offered_price_per_complete", 1.001],
  ["offered_price_per_complete", "1.07"],
  ["offered_price_per_complete", 1e9],
  ["respondent_attributes", { quota_name: "Q" }, "Quotas must be a list."],
  ["respondent_attributes", [null], "Quota 1: A quota must be an object."],
  ["respondent_attributes", [7], "Quota 1: A quota must be an object."],
];

const wrongQualifications: [Json, string][] = [
  [{ question_id: 999_999, allowed_option_ids: [1] }, "Quota 1, qualification 1: there is no question 999999."],
  [{ question_id: 2, allowed_option_ids: [1, 9] }, "Quota 1, qualification 1: question 2 (Gender) has no option 9."],
  [{ question_id: 1, allowed_option_ids: [12] }, "Quota 1, qualification 1: question 1 (Age) has no option 12."],
  [
    { question_id: 2, allowed_option_ids: [] },
    "Quota 1, qualification 1: A qualification needs at least one allowed option.",
  ],
  [{ question_id: 2 }, "Quota 1, qualification 1: Allowed options are required."],
  [{ question_id: 2, allowed_option_ids: 1 }, "Quota 1, qualification 1: Allowed options must be a list."],
  [{ question_id: 2, allowed_option_ids: [null] }, "Quota 1, qualification 1: Allowed option is required."],
  [{ question_id: 2, allowed_option_ids: [1.5] }, "Quota 1, qualification 1: Allowed option must be a whole number."],
  [{ question_id: "gender", allowed_option_ids: [1] }, "Quota 1, qualification 1: Question must be a whole number."],
  [{ allowed_option_ids: [1] }, "Quota 1, qualification 1: Question is required."],
];

const badPosts: BadPost[] = [
  ...required.map((field) => ({
    name: `${field} is missing`,
    members: { [field]: undefined },
    field,
    sentence: /(is|are) required\.$/,
  })),
  ...required.map((field) => ({
    name: `${field} is null`,
    members: { [field]: null },
    field,
    sentence: /(is|are) required\.$/,
  })),
  ...["status", "offered_price_per_complete"].map((field) => ({
    name: `${field} is null`,
    members: { [field]: null },
    field,
  })),
  ...wrongValues.map(([field, value, sentence]) => ({
    name: `${field} is ${JSON.stringify(value).slice(0, 40)}`,
    members: { [field]: value },
    field,
    ...(sentence && { sentence }),
  })),
  ...wrongQualifications.map(([qualification, sentence]) => ({
    name: `a qualification is ${JSON.stringify(qualification)}`,
    members: { respondent_attributes: screening(qualification) },
    sentence,
  })),
  { name: "there is no quota", members: { respondent_attributes: [] }, sentence: "A survey needs at least one quota." },
  {
    name: "a quota has no name",
    members: { respondent_attributes: [quota({ quota_name: undefined })] },
    sentence: "Quota 1: Quota name is required.",
  },
  {
    name: "a quota has no number",
    members: { respondent_attributes: [quota(), quota({ quota: undefined })] },
    sentence: "Quota 2: Quota is required.",
  },
  {
    name: "a quota is for half a person",
    members: { respondent_attributes: [quota({ quota: 0.5 })] },
    sentence: "Quota 1: Quota must be a whole number of 1 or more.",
  },
  { name: "a quota is negative", members: { respondent_attributes: [quota({ quota: -1 })] } },
  {
    name: "a quota has no qualifications",
    members: { respondent_attributes: [quota({ qualifications: undefined })] },
    sentence: "Quota 1: Qualifications are required.",
  },
  { name: "a quota's name holds a NUL", members: { respondent_attributes: [quota({ quota_name: NUL })] } },
  { name: "there are 5,001 quotas", members: { respondent_attributes: Array.from({ length: 5001 }, () => quota()) } },
  {
    name: "survey_attributes is null",
    members: { survey_attributes: null },
    sentence: "survey_attributes must be an object.",
  },
  {
    name: "survey_attributes is a list",
    members: { survey_attributes: [] },
    sentence: "survey_attributes must be an object.",
  },
  {
    name: "a member stands in both places",
    members: { survey_attributes: { respondents: 100 } },
    sentence: "respondents is given twice: at the top and in survey_attributes.",
  },
];

const badPatches: BadPatch[] = [
  ...wrongValues.map(([field, value, sentence]) => ({
    name: `${field} is ${JSON.stringify(value).slice(0, 40)}`,
    members: () => ({ [field]: value }),
    field,
    ...(sentence && { sentence }),
  })),
  ...required.map((field) => ({ name: `${field} is null`, members: () => ({ [field]: null }), field })),
  {
    name: "id is missing",
    members: () => ({ id: undefined, name: "x" }),
    sentence: "Survey id is required.",
    field: "id",
  },
  { name: "id is null", members: () => ({ id: null, name: "x" }), sentence: "Survey id is required.", field: "id" },
  { name: "id is a number", members: () => ({ id: 5, name: "x" }), sentence: "Survey id must be text.", field: "id" },
  {
    name: "a quota has no quota_id",
    members: () => ({ respondent_attributes: [quota()] }),
    sentence: /^Quota 1: Every quota needs its quota_id/,
  },
  {
    name: "a quota is given twice",
    members: ({ respondent_attributes: [first] }) => ({
      respondent_attributes: [{ quota_id: first?.quota_id }, { quota_id: first?.quota_id, quota: 9 }],
    }),
    sentence: /^Quota 2: .* is given twice\.$/,
  },
  {
    name: "a quota is not the survey's",
    members: ({ respondent_attributes: [first] }) => ({
      respondent_attributes: [{ quota_id: first?.quota_id }, { quota_id: crypto.randomUUID(), quota: 9 }],
    }),
    sentence: /^Quota 2: .* is not a quota of this survey\.$/,
  },
  {
    name: "a quota's id is a number",
    members: () => ({ respondent_attributes: [{ quota_id: 7 }] }),
    sentence: "Quota 1: 7 is not a quota of this survey.",
  },
  {
    name: "a quota's id is empty",
    members: () => ({ respondent_attributes: [{ quota_id: "" }] }),
    sentence: /^Quota 1: Every quota needs its quota_id/,
  },
  {
    name: "a new quota has only a name",
    members: () => ({ respondent_attributes: [{ quota_id: null, quota_name: "New" }] }),
    sentence: "Quota 1: A new quota needs a number.",
  },
  {
    name: "a member of a quota is null",
    members: ({ respondent_attributes: [first] }) => ({
      respondent_attributes: [{ quota_id: first?.quota_id, quota: null }],
    }),
    sentence: "Quota 1: Quota is required.",
  },
  ...wrongQualifications.map(([qualification, sentence]) => ({
    name: `a qualification is ${JSON.stringify(qualification)}`,
    members: ({ respondent_attributes: [first] }: Awaited<ReturnType<typeof createSurvey>>) => ({
      respondent_attributes: [{ quota_id: first?.quota_id, qualifications: [qualification] }],
    }),
    sentence,
  })),
  {
    name: "the status cannot follow",
    members: () => ({ status: "Paused" }),
    sentence: "A survey that is Draft cannot become Paused; it can become Live.",
  },
  {
    name: "a live survey would have no quota",
    members: () => ({ status: "Live", respondent_attributes: [] }),
    sentence: "A live survey needs at least one quota.",
  },
  {
    name: "a member stands in both places",
    members: () => ({ name: "x", respondents: 5, survey_attributes: { respondents: 6 } }),
    sentence: "respondents is given twice: at the top and in survey_attributes.",
  },
  { name: "one good and one bad member", members: () => ({ name: "New name", incidence_rate: 500 }) },
];

/** Our own API says which field a refusal is about, in the very words of the message. */
function expectField(side: string, reply: Reply, name: string, field = ""): void {
  if (side !== "api") return;
  const [first] = Object.entries((reply.json.fields ?? {}) as Json);
  expect(first, `${name}: ${JSON.stringify(reply.json)}`).toEqual([
    expect.stringMatching(new RegExp(`^${field}`)),
    reply.json.message,
  ]);
}

for (const side of sides) {
  test.describe(`a refused write changes nothing at ${side}`, () => {
    test("POST /surveys, in either shape", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const before = await stateOf(world, id);
      let sent = 0;
      await inBatches(casesFor(side, badPosts), async ({ name, members, sentence, field }) => {
        sent += 1;
        const flat = newSurvey(world.service.projectId, members);
        const body = sent % 2 === 0 || "survey_attributes" in members ? flat : grouped(flat);
        const reply = await world[side].managers.post("/surveys", { body });
        expectRefusal(side, reply, 400, sentence);
        expectField(side, reply, name, body === flat ? field : "");
      });
      expect(await stateOf(world, id)).toEqual(before);
    });

    test("PATCH /surveys", async ({ world }) => {
      const survey = await createSurvey(world.service);
      const before = await stateOf(world, survey.id);
      await inBatches(casesFor(side, badPatches), async ({ name, members, sentence, field }) => {
        const reply = await world[side].managers.patch("/surveys", { body: { id: survey.id, ...members(survey) } });
        expectRefusal(side, reply, 400, sentence);
        expectField(side, reply, name, field);
      });
      for (const id of ["nobody", crypto.randomUUID(), "constructor", "%00", "' or 1=1 --"]) {
        const reply = await world[side].managers.patch("/surveys", { body: { id, name: "x" } });
        expectRefusal(side, reply, 404, "Survey could not be found.");
      }
      expectRefusal(side, await world[side].managers.patch("/surveys", { body: { id: NUL, name: "x" } }), 400);
      expect(await stateOf(world, survey.id)).toEqual(before);
    });

    test("bodies that are no survey", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const before = await stateOf(world, id);
      const { managers: manager } = world[side];
      for (const method of casesFor(side, ["post", "patch"] as const)) {
        for (const body of [null, 5, "x", true, [], [newSurvey(world.service.projectId)]]) {
          expectRefusal(side, await manager[method]("/surveys", { body }), 400, "The body must be one survey object.");
        }
        const broken = ["", "{", "{'id':1}", `{"id":"${id}","name":"x",}`, `{"id":"${id}"}{}`, "NaN"];
        for (const text of broken) {
          const reply = await manager[method]("/surveys", { text });
          expectRefusal(side, reply, 400, "The request body is not valid JSON.");
        }
        const latin = Buffer.concat([Buffer.from(`{"id":"${id}","name":"caf`), Buffer.from([0xe9]), Buffer.from('"}')]);
        expectRefusal(
          side,
          await manager[method]("/surveys", { text: latin }),
          400,
          "The request body is not valid JSON.",
        );
        const deep = `{"id":"${id}","name":"x","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
        const reply = await manager[method]("/surveys", {
          text: deep,
          headers: { "idempotency-key": crypto.randomUUID() },
        });
        expectRefusal(side, reply, 400, "The request body is nested too deeply.");
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
          const refused = await manager[method]("/surveys", {
            body: { id, name: "x" },
            headers: { "content-type": type },
          });
          expectRefusal(side, refused, 415, "The content type must be application/json.");
        }
      }
      expect(await stateOf(world, id)).toEqual(before);
    });

    test("a body of 5 MB is a 413", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const before = await stateOf(world, id);
      for (const method of casesFor(side, ["post", "patch"] as const)) {
        const { status, json } = await world[side].managers[method]("/surveys", {
          body: { id, name: "x".repeat(5 * 1024 * 1024) },
        });
        expect(status).toBe(413);
        expect(json.message).toMatch(/4 MB/);
      }
      expect(await stateOf(world, id)).toEqual(before);
    });

    test("projects and responses", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const rdud = `bad-${id}`;
      await world.sql`
        insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at)
        values (${rdud}, ${id}, 'complete', 1.07, '[]', '{}', now())`;
      const before = await stateOf(world, id);
      const { managers: manager, accountId, managerId, projectId } = world[side];
      const project = { account_id: accountId, project_manager_id: managerId, project_name: "P", project_number: "1" };
      const wrong: [Json, (string | RegExp)?][] = [
        ...Object.keys(project).flatMap((field) =>
          [undefined, null, "", 5, [], NUL].map((value): [Json] => [{ ...project, [field]: value }]),
        ),
        [{ ...project, account_id: "nobody" }, "Account could not be found. Choose one of yours."],
        [{ ...project, project_manager_id: "nobody" }, /^Project manager could not be found/],
        [{ ...project, session_exclusions: "1" }, "Session exclusions must be a list."],
        [{ ...project, session_exclusions: [null] }, "Session exclusion is required."],
        [{ ...project, session_exclusions: [NUL] }, "Session exclusion contains a character that cannot be stored."],
        [{ ...project, session_exclusions: [LONE] }, "Session exclusion contains a character that cannot be stored."],
        [{ ...project, session_exclusions: [{}] }, "Session exclusion must be text."],
        [{ ...project, session_exclusions: [7, "7"] }, "Name each session exclusion once."],
        [{ ...project, business_unit: null }],
        [{ ...project, project_name: "x".repeat(501) }],
      ];
      for (const [body, sentence] of casesFor(side, wrong))
        expectRefusal(side, await manager.post("/projects", { body }), 400, sentence);
      expectRefusal(
        side,
        await manager.patch("/projects", { body: { project_name: "x" } }),
        400,
        "Project id is required.",
      );
      for (const members of [
        { project_name: "" },
        { project_number: null },
        { session_exclusions: [NUL] },
        { name: 5 },
      ]) {
        expectRefusal(side, await manager.patch("/projects", { body: { id: projectId, ...members } }), 400);
      }
      for (const id of ["nobody", crypto.randomUUID()]) {
        expectRefusal(
          side,
          await manager.patch("/projects", { body: { id, project_name: "x" } }),
          404,
          "Project could not be found.",
        );
      }
      for (const body of [null, [], "x"])
        expectRefusal(side, await manager.post("/projects", { body }), 400, "The body must be an object.");
      const responses: [Json, number, (string | RegExp)?][] = [
        [{ reconciliation_status: "Accepted" }, 400, "Response id (rdud) is required."],
        [{ rdud }, 400, "Reconciliation status is required."],
        [{ rdud, reconciliation_status: "Maybe" }, 400, "Reconciliation status must be Accepted or Rejected."],
        [{ rdud, reconciliation_status: null }, 400],
        [{ rdud, reconciliation_status: true }, 400],
        [{ rdud: NUL, reconciliation_status: "Accepted" }, 400],
        [{ rdud: 5, reconciliation_status: "Accepted" }, 400],
        [{ rdud: "nobody", reconciliation_status: "Accepted" }, 404, "Response could not be found."],
      ];
      for (const [body, status, sentence] of responses) {
        expectRefusal(side, await manager.patch("/responses", { body }), status, sentence);
      }
      expect(await stateOf(world, id)).toEqual(before);
    });

    test("query parameters", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const { managers: manager } = world[side];
      const wrong = [
        "/surveys?page=-1",
        "/surveys?page=abc",
        "/surveys?page=1.5",
        "/surveys?page=",
        "/surveys?page_size=0",
        "/surveys?page_size=100000",
        "/surveys?page_size=-1",
        "/surveys?page_size=ten",
        "/surveys?fields=id,nothing",
        "/surveys?fields=constructor",
        "/surveys?fields=__proto__",
        "/surveys?statuses=Live,Closed",
        "/surveys?statuses=%00",
        "/surveys?sort=price",
        "/surveys?sort=--name",
        "/surveys?sort=name;drop",
        "/surveys?search=%00",
        `/surveys?search=${"x".repeat(201)}`,
        "/projects?page=-1",
        "/projects?sums=perhaps",
        "/projects?search=%00",
        `/projects?search=${"x".repeat(201)}`,
        "/users?page_size=501",
        "/accounts?page=x",
        "/qualifications?page_size=0",
        "/responses",
        "/responses?survey_id=",
        `/responses?survey_id=${id}&statuses=finished`,
        `/responses?survey_id=${id}&page=-1`,
      ];
      for (const path of casesFor(side, wrong)) {
        expectRefusal(side, await manager.get(path), 400);
      }
      for (const surveyId of ["nobody", crypto.randomUUID(), "%00", "__proto__"]) {
        expectRefusal(side, await manager.get(`/responses?survey_id=${surveyId}`), 404, "Survey could not be found.");
      }
      expect((await manager.get(`/responses?survey_id=${id}&rduds=a%00b`)).json).toMatchObject({ total_responses: 0 });
      expect((await manager.get("/surveys?ids=%00,nobody")).json).toMatchObject({ total_surveys: 0, surveys: [] });
      expect((await manager.get("/surveys?ids=%FF&search=%FF%FE")).status).toBe(200);
    });
  });

  test.describe(`what is odd but right is kept at ${side}`, () => {
    test("names with HTML, emoji, blanks and direction marks", async ({ world }) => {
      const name = ' <script>alert("x")</script> & ☕️👩‍👩‍👧\u202eمرحبا\u00a0%_\\ ';
      const members = { name, respondent_attributes: [quota({ quota_name: name })] };
      const reply = await world[side].managers.post("/surveys", { body: newSurvey(world.service.projectId, members) });
      expect(reply.status).toBe(201);
      const { survey } = await readSurvey(world.service, String(reply.json.id));
      expect([survey.name, survey.respondent_attributes[0]?.quota_name]).toEqual([name, name]);
    });

    test("the longest names of any script", async ({ world }) => {
      const name = Array.from({ length: 500 }, () =>
        String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)),
      ).join("");
      const reply = await world[side].managers.post("/surveys", { body: newSurvey(world.service.projectId, { name }) });
      expect(reply.json.name).toBe(name);
    });

    test("entry links, byte for byte", async ({ world }) => {
      const link = "HTTPS://Survey.Example:443/a/../b//c?x=%7e%7E&id=[%RDUD%]&a=[%AGE%]&é=ü#frag";
      const { entry_link } = await createSurvey(world.service, { entry_link: link });
      expect(entry_link).toBe(link);
    });

    test("unknown and inherited member names are ignored, __proto__ among them", async ({ world }) => {
      const body = newSurvey(world.service.projectId, { unheard_of: { a: [1] }, toString: 1, hasOwnProperty: 1 });
      const text = JSON.stringify(body).replace(
        /^\{/,
        '{"__proto__":{"status":"Live"},"constructor":{"prototype":{"admin":1}},',
      );
      const reply = await world[side].managers.post("/surveys", { text });
      expect(reply.status, JSON.stringify(reply.json)).toBe(201);
      expect(reply.json.status).toBe("Draft");
      expect((await readSurvey(world.service, String(reply.json.id))).survey).toEqual(reply.json);
      expect(Object.keys(reply.json)).not.toContain("unheard_of");
    });

    test("fields that the service assigns are ignored in a request", async ({ world }) => {
      const assigned = {
        field_details: { survey_completes: 99 },
        redirects: "mine",
        minimum_price_per_complete: 0.01,
        respondent_attributes: [quota({ quota_id: "mine", survey_starts: 5, survey_completes: 5 })],
      };
      const post = { ...assigned, id: "00000000-0000-0000-0000-000000000001" };
      const reply = await world[side].managers.post("/surveys", { body: newSurvey(world.service.projectId, post) });
      expect(reply.status, JSON.stringify(reply.json)).toBe(201);
      const { survey, revision } = await readSurvey(world.service, String(reply.json.id));
      expect(survey.id).not.toBe(post.id);
      expect(survey.field_details.survey_completes).toBe(0);
      expect(survey.respondent_attributes[0]).toMatchObject({ survey_starts: 0, survey_completes: 0 });
      expect(survey.minimum_price_per_complete).toBe(1.07);
      const { respondent_attributes: _, ...patched } = assigned;
      const patch = await world[side].managers.patch("/surveys", { body: { id: survey.id, ...patched } });
      expect(patch.status, JSON.stringify(patch.json)).toBe(200);
      expect(await readSurvey(world.service, survey.id)).toEqual({ survey, revision });
    });

    test("the last evening of the calendar", async ({ world }) => {
      for (const out_of_field_timezone of ["(UTC-12:00) International Date Line West", "(UTC-10:00) Hawaii"]) {
        const body = newSurvey(world.service.projectId, { out_of_field_date: "9999-12-31", out_of_field_timezone });
        const reply = await world[side].managers.post("/surveys", { body });
        expect(reply.json.out_of_field_date, JSON.stringify(reply.json)).toBe("9999-12-31 23:59:59");
      }
    });
  });
}

test("as many quotas as there may be are kept", async ({ world }) => {
  const respondent_attributes = Array.from({ length: 5000 }, (_, index) => quota({ quota_name: `Q${index}` }));
  const survey = await createSurvey(world.api, { respondent_attributes });
  const stored = (await readSurvey(world.service, survey.id)).survey.respondent_attributes;
  expect(stored.map(({ quota_name }) => quota_name)).toEqual(respondent_attributes.map(({ quota_name }) => quota_name));
});

test.describe("an address or method that is not there", () => {
  const refusals: [
    method: "get" | "post" | "patch" | "put" | "delete",
    path: string,
    status: number,
    allow?: string,
  ][] = [
    ["delete", "/surveys", 405, "GET, POST, PATCH"],
    ["delete", `/surveys/${crypto.randomUUID()}`, 405, ""],
    ["put", "/surveys", 405, "GET, POST, PATCH"],
    ["put", "/projects", 405, "GET, POST, PATCH"],
    ["delete", "/projects", 405, "GET, POST, PATCH"],
    ["post", "/responses", 405, "GET, PATCH"],
    ["delete", "/responses", 405, "GET, PATCH"],
    ...["/definitions", "/qualifications", "/users", "/accounts"].flatMap((path) =>
      (["post", "patch", "put", "delete"] as const).map((method): [typeof method, string, number, string] => [
        method,
        path,
        405,
        "GET",
      ]),
    ),
    ["get", `/surveys/${crypto.randomUUID()}`, 404],
    ["get", "/Surveys", 404],
    ["get", "/surveyss", 404],
    ["post", "/projects/1/surveys", 404],
    ["delete", "/nothing", 404],
    ["get", "/constructor", 404],
  ];

  for (const side of sides) {
    test(`is refused in words at ${side}`, async ({ world }) => {
      for (const [method, path, status, allow] of casesFor(side, refusals)) {
        const reply = await world[side].managers[method](path);
        const isDelete = method === "delete" && path.startsWith("/surveys");
        expectRefusal(side, reply, status, isDelete ? "Survey objects cannot be deleted." : undefined);
        if (allow !== undefined) expect(reply.headers.allow, `${method} ${path}`).toBe(allow);
      }
    });
  }

  test("is refused in words outside of any interface", async ({ world }) => {
    for (const path of ["/service", "/service/nothing", "/service/nothing/surveys", "/service/constructor/x"]) {
      expectRefusal("service", await world.anonymous.get(path), 404, "There is nothing at this address.");
    }
    for (const path of ["/api", "/api/nothing", "/api/demand", "/api/demand/tokens"]) {
      expectRefusal("api", await world.anonymous.get(path), 404, "There is nothing at this address.");
    }
    const tokens = await world.anonymous.get("/service/demand/tokens");
    expectRefusal("service", tokens, 405);
    expect(tokens.headers.allow).toBe("POST");
  });
});
