import "server-only";
import * as accountContract from "@/lib/contracts/interfaces/fraud-account";
import * as reviewContract from "@/lib/contracts/interfaces/fraud-review";
import * as searchContract from "@/lib/contracts/interfaces/fraud-search";
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
    implement(searchContract.searchFromQuery, (call) => searchFromBrowser(call, call.query)),
    implement(searchContract.searchFromBody, (call) => searchFromBrowser(call, call.body)),
    implement(searchContract.searchFromServer, searchFromServer),
    implement(reviewContract.reviewFromQuery, (call) => reviewFromBrowser(call, call.query)),
    implement(reviewContract.reviewFromBody, (call) => reviewFromBrowser(call, call.body)),
    implement(reviewContract.reviewFromServer, reviewFromServer),
    implement(accountContract.getSingleUseToken, getToken),
    implement(accountContract.listPlatforms, listPlatforms),
    implement(accountContract.setPlatforms, setPlatforms),
    implement(accountContract.getEncryption, getEncryption),
    implement(accountContract.createEncryptionKey, createEncryptionKey),
    implement(accountContract.getThreshold, getThreshold),
    implement(accountContract.setThreshold, setThreshold),
    implement(accountContract.dryRunThreshold, dryRunThreshold),
    implement(accountContract.listLists, async () => ({ body: { lists: await listStates() } })),
  ],
};
