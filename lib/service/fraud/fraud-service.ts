import "server-only";
import * as fraud from "@/lib/contracts/interfaces/fraud";
import { byKey } from "../keys";
import { implement, type Service } from "../service";
import { createEncryptionKey, getEncryption } from "./encryption";
import { listStates } from "./lists";
import { listPlatforms, setPlatforms } from "./platforms";
import { reviewFromBrowser, reviewFromServer } from "./review";
import { searchFromBrowser, searchFromServer } from "./search";
import { dryRunThreshold, getThreshold, setThreshold } from "./threshold";
import { getToken, requireToken } from "./token";

const byAccountKey = byKey("fraud");

/** The built-in fraud checks (decisions 32 to 34). */
export const fraudService: Service = {
  authenticate: async (request, beside) => {
    const caller = await byAccountKey(request, beside);
    if (beside.operation.needsToken && !beside.inProcess) await requireToken(request.headers, caller);
    return caller;
  },
  implementations: [
    implement(fraud.searchFromQuery, (call) => searchFromBrowser(call, call.query)),
    implement(fraud.searchFromBody, (call) => searchFromBrowser(call, call.body)),
    implement(fraud.searchFromServer, searchFromServer),
    implement(fraud.reviewFromQuery, (call) => reviewFromBrowser(call, call.query)),
    implement(fraud.reviewFromBody, (call) => reviewFromBrowser(call, call.body)),
    implement(fraud.reviewFromServer, reviewFromServer),
    implement(fraud.getSingleUseToken, getToken),
    implement(fraud.listPlatforms, listPlatforms),
    implement(fraud.setPlatforms, setPlatforms),
    implement(fraud.getEncryption, getEncryption),
    implement(fraud.createEncryptionKey, createEncryptionKey),
    implement(fraud.getThreshold, getThreshold),
    implement(fraud.setThreshold, setThreshold),
    implement(fraud.dryRunThreshold, dryRunThreshold),
    implement(fraud.listLists, async () => ({ body: { lists: await listStates() } })),
  ],
};
