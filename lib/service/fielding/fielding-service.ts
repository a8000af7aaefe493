import "server-only";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import { byKey } from "../keys";
import { implement, type Service } from "../service";
import * as sessions from "./sessions";
import * as suppliers from "./suppliers";
import { createTestLink } from "./test-links";

/** (ours) Sessions, suppliers, checks and tests of surveys that the built-in service fields. */
export const fieldingService: Service = {
  authenticate: byKey("fielding"),
  implementations: [
    implement(fielding.listSessions, sessions.listSessions),
    implement(fielding.getSession, sessions.getSession),
    implement(fielding.summarizeSessions, sessions.summarizeSessions),
    implement(fielding.returnSession, sessions.returnSession),
    implement(fielding.listSuppliers, suppliers.listSuppliers),
    implement(fielding.createSupplier, suppliers.createSupplier),
    implement(fielding.updateSupplier, suppliers.updateSupplier),
    implement(fielding.removeSupplier, suppliers.removeSupplier),
    implement(fielding.getSurveyChecks, sessions.getSurveyChecks),
    implement(fielding.updateSurveyChecks, sessions.updateSurveyChecks),
    implement(fielding.createTestLink, createTestLink),
    implement(fielding.removeTestSessions, sessions.removeTestSessions),
    implement(fielding.listHashing, suppliers.listHashing),
    implement(fielding.updateHashing, suppliers.updateHashing),
  ],
};
