import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import { implement, type Service } from "../service";
import { createSurvey } from "./create-survey";
import { listSurveys } from "./list-surveys";
import * as lookups from "./lookups";
import * as projects from "./projects";
import * as responses from "./responses";
import { authenticate, issueToken } from "./tokens";
import { updateSurvey } from "./update-survey";

/** The built-in survey demand service: every operation of the contract and the function that carries it out. */
export const demandService: Service = {
  authenticate,
  refuseMethod: (method, path) =>
    method === "DELETE" && /^\/surveys(\/|$)/.test(path) ? "Survey objects cannot be deleted." : undefined,
  implementations: [
    implement(demand.createToken, issueToken),
    implement(demand.listAccounts, lookups.listAccounts),
    implement(demand.listUsers, lookups.listUsers),
    implement(demand.getDefinitions, lookups.getDefinitions),
    implement(demand.listQualifications, lookups.listQualifications),
    implement(demand.listProjects, projects.listProjects),
    implement(demand.createProject, projects.createProject),
    implement(demand.updateProject, projects.updateProject),
    implement(demand.listSurveys, listSurveys),
    implement(demand.createSurvey, createSurvey),
    implement(demand.updateSurvey, updateSurvey),
    implement(demand.listResponses, responses.listResponses),
    implement(demand.updateResponse, responses.updateResponse),
  ],
};
