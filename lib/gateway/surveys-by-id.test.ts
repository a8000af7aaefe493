import { beforeEach, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { projectsById, responsesById } from "./demand-reads";
import { findSurvey, requireSurvey, surveysById } from "./surveys-by-id";
import { changeSurvey, surveysLike } from "./write-survey";

withOwnDatabase();
const service = withDemandService();

const context = panelContext();
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const ids = Array.from({ length: 320 }, () => crypto.randomUUID());

beforeEach(() => {
  service.lists.surveys = ids.map((id) => ({ id, name: "Alike", project_id: "p", status: "Draft" })).reverse();
});

test("surveys by id are all there, in the order asked for, however few the service gives at once", async () => {
  const read = await surveysById(context, ids);
  expect(idsOf(read)).toEqual(ids);
  expect(service.reads.every((address) => address.length < 6500)).toBe(true);
  service.saysTotal = false;
  expect(idsOf(await surveysById(context, ids, { fields: ["name"], alone: true }))).toEqual(ids);
});

test("deleted surveys are left out, and invalid ids ask for nothing", async () => {
  const [first = "", second = ""] = ids;
  expect(idsOf(await surveysById(context, [second, "gone", first, second]))).toEqual([second, first]);
  service.reads.length = 0;
  expect(await surveysById(context, ["", " ", `${first},${second}`, ` ${first}`])).toEqual([]);
  expect(service.reads).toEqual([]);
});

test("a service that takes no notice of the ids is gone through, and read no further than it has to be", async () => {
  Object.assign(service, { ignoresIds: true, most: 100 });
  const wanted = ids.slice(100, 140);
  expect(idsOf(await surveysById(context, wanted))).toEqual(wanted);
  expect(service.reads).toHaveLength(3);
});

test("projects and responses by id are read to their end as well", async () => {
  service.lists.projects = ids.map((id) => ({ id, project_name: id }));
  service.lists.responses = ids.map((rdud) => ({ rdud, survey_id: "s" }));
  expect(idsOf(await projectsById(context, ids))).toEqual(ids);
  expect((await responsesById(context, "s", ids)).map(({ rdud }) => rdud)).toEqual(ids);
});

test("surveys like one to be created are found among however many of its name", async () => {
  const like = await surveysLike(context, { name: "Alike", project_id: "p", status: "Draft" });
  expect(idsOf(like).toSorted()).toEqual(ids.toSorted());
});

test("one survey is read with the revision of its state; none that the viewer sees is none", async () => {
  const [id = "", other = ""] = ids;
  const { survey, revision } = await requireSurvey(context, id);
  expect(survey).toMatchObject({ id, name: "Alike" });
  expect(revision).not.toBe((await requireSurvey(context, other)).revision);
  expect(await findSurvey(context, "gone")).toBeNull();
  await expect(requireSurvey(context, "gone")).rejects.toMatchObject({ code: "not_found" });
});

test("an id that would ask for two surveys, or for all, is none, to a change as well, and asks for nothing", async () => {
  for (const id of [ids.slice(0, 2).join(","), "", " ", `${ids[0]} `]) {
    expect(await findSurvey(context, id)).toBeNull();
    await expect(changeSurvey(context, id, async () => ({}))).rejects.toMatchObject({ code: "not_found" });
  }
  expect(service.reads).toEqual([]);
});
