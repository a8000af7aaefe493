"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { onDemand } from "@/components/ui/on-demand";
import { duplicatesParsers } from "@/lib/duplicates/address";
import { DUPLICATES_KEY } from "@/lib/duplicates/queries";
import { SwitchSteps } from "./switch-steps";

const ActivationWork = onDemand(async () => (await import("./activation-work")).ActivationWork);

/** The form with its preview; or, where the address names one, the work that was started and how it goes. */
export function SwitchView({ account }: { account: string | undefined }) {
  const [{ job }, setState] = useQueryStates(duplicatesParsers, { history: "push" });
  const queries = useQueryClient();
  const open = async (id: string | null) => {
    // First what the work is read from: it has just been added there.
    await queries.invalidateQueries({ queryKey: ["jobs"] });
    await setState({ show: "switch", job: id });
    await queries.invalidateQueries({ queryKey: DUPLICATES_KEY });
  };
  if (job !== null) {
    return (
      <ActivationWork
        key={job}
        id={job}
        account={account}
        onOpen={(id) => void open(id)}
        onAnother={() => void open(null)}
      />
    );
  }
  return <SwitchSteps account={account} onStarted={({ id }) => open(id)} />;
}
