import "server-only";
import * as activation from "@/lib/contracts/interfaces/activation";
import { byKey } from "../keys";
import { implement, type Service } from "../service";
import { activate, countActivation } from "./activate";
import { findActivity, getActivity, lookUp } from "./activity";
import { preCheck } from "./pre-check";
import { getToken } from "./token";

/** The built-in duplicate check: every operation of the contract and the function that carries it out. */
export const activationService: Service = {
  authenticate: byKey("activation"),
  implementations: [
    implement(activation.activate, activate),
    implement(activation.countActivation, countActivation),
    implement(activation.preCheck, preCheck),
    implement(activation.getActivity, getActivity),
    implement(activation.findActivity, findActivity),
    implement(activation.lookUp, lookUp),
    implement(activation.getToken, getToken),
  ],
};
