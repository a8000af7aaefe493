import {
  readDefinitions,
  readNamed,
  readProject,
  readQuestion,
  readResponse,
  readToken,
  readUser,
} from "../interfaces/demand-replies";
import { decodeSurvey } from "../interfaces/survey-codec";
import { readList } from "../lenient";

const listOf =
  <T>(things: string, read: (item: unknown) => T | null) =>
  (json: unknown) =>
    readList(json, things, read);

/** How pages call the operations of `interfaces/demand.ts`, which declares what is sent and answered. */
const own = { interface: "demand", permission: "surveys:read" } as const;

export const createToken = {
  ...own,
  permission: null,
  name: "createToken",
  method: "POST",
  path: "/tokens",
  read: readToken,
} as const;

export const listAccounts = {
  ...own,
  name: "listAccounts",
  method: "GET",
  path: "/accounts",
  read: listOf("accounts", readNamed),
} as const;

export const listUsers = {
  ...own,
  name: "listUsers",
  method: "GET",
  path: "/users",
  read: listOf("users", readUser),
} as const;

export const getDefinitions = {
  ...own,
  name: "getDefinitions",
  method: "GET",
  path: "/definitions",
  read: readDefinitions,
} as const;

export const listQualifications = {
  ...own,
  name: "listQualifications",
  method: "GET",
  path: "/qualifications",
  read: listOf("qualifications", readQuestion),
} as const;

export const listProjects = {
  ...own,
  name: "listProjects",
  method: "GET",
  path: "/projects",
  read: listOf("projects", readProject),
} as const;

export const createProject = {
  ...own,
  permission: "surveys:write",
  name: "createProject",
  method: "POST",
  path: "/projects",
  read: readProject,
} as const;

export const updateProject = {
  ...own,
  permission: "surveys:write",
  name: "updateProject",
  method: "PATCH",
  path: "/projects",
  read: readProject,
} as const;

export const listSurveys = {
  ...own,
  name: "listSurveys",
  method: "GET",
  path: "/surveys",
  read: listOf("surveys", decodeSurvey),
} as const;

export const createSurvey = {
  ...own,
  permission: "surveys:write",
  name: "createSurvey",
  method: "POST",
  path: "/surveys",
  read: decodeSurvey,
} as const;

export const updateSurvey = {
  ...own,
  permission: "surveys:write",
  name: "updateSurvey",
  method: "PATCH",
  path: "/surveys",
  read: decodeSurvey,
} as const;

export const listResponses = {
  ...own,
  name: "listResponses",
  method: "GET",
  path: "/responses",
  read: listOf("responses", readResponse),
} as const;

export const updateResponse = {
  ...own,
  permission: "surveys:write",
  name: "updateResponse",
  method: "PATCH",
  path: "/responses",
  read: readResponse,
} as const;
