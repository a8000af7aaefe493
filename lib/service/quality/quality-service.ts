import "server-only";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import { qualityVersions } from "@/lib/contracts/terms/quality";
import { byKey } from "../keys";
import { implement, type Service } from "../service";
import { addRespondent } from "./add-respondent";
import { creditCalculation } from "./credits";
import { refused } from "./envelope";
import { deleteRespondents, getAllRespondents, getRespondent, updateExcludedStatus } from "./respondents";
import { deleteSurveys, setStopped } from "./surveys";

/** Respondent quality in its three versions (decisions 25 to 31). */
export const qualityService: Service = {
  authenticate: byKey("quality"),
  errorBody: refused,
  implementations: [
    ...qualityVersions.flatMap((version) => {
      const of = versionOperations[version];
      return [
        implement(of.addRespondent, addRespondent(version)),
        implement(of.getRespondent, getRespondent(version)),
        implement(of.getAllRespondents, getAllRespondents(version)),
        implement(of.stopSurvey, setStopped(version, true)),
        implement(of.restartSurvey, setStopped(version, false)),
        implement(of.creditCalculation, creditCalculation),
      ];
    }),
    implement(laterOperations.deleteRespondents, deleteRespondents),
    implement(laterOperations.deleteSurveys, deleteSurveys),
    implement(laterOperations.updateRespondentsExcludedStatus, updateExcludedStatus),
  ],
};
