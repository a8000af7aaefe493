"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { tip } from "@/components/ui/tip";
import { useFormat } from "@/components/ui/use-format";
import type { ConnectionView } from "@/lib/contracts/context";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import type { ServiceHealth } from "@/lib/contracts/ours/settings";
import { checkServices, serviceHealthQuery } from "@/lib/settings/queries";
import { serviceNotices, stateNames, worstState } from "@/lib/settings/service-words";
import classes from "./service-line.module.css";

/** Beside the environment: whether the connection's services respond, each of them in the tooltip. */
export function ServiceDot({ health }: { health: ServiceHealth | undefined }) {
  if (!health || health.services.length === 0) return null;
  const worst = worstState(health.services);
  const each = health.services.map(({ title, state }) => `${title}: ${stateNames[state].toLowerCase()}`).join("\n");
  return (
    <span className={classes.dot} data-state={worst} role="img" aria-label={`Services: ${each}`} {...tip(each)}>
      {worst !== "responding" && <span>{stateNames[worst]}</span>}
    </span>
  );
}

type LineProps = {
  health: ServiceHealth | undefined;
  connection: ConnectionView;
  used: readonly InterfaceName[];
  showsCopy: boolean;
};

/** Above a page that depends on a service: what is wrong with it, how old what is shown is, and another try. */
export function ServiceLine({ health, connection, used, showsCopy }: LineProps) {
  const format = useFormat();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: checkServices,
    onSuccess: (data) => queries.setQueryData(serviceHealthQuery().queryKey, data),
  });
  const notices = health ? serviceNotices(health, used, { connection: connection.title, format, showsCopy }) : [];
  return (
    <div role="status" className={classes.lines}>
      {notices.map(({ key, tone, text, canRetry }) => (
        <p key={key} className={classes.line} data-tone={tone}>
          <span>{text}</span>
          {canRetry && (
            <Button isSmall onClick={() => retry.mutate()} isBusy={retry.isPending}>
              {retry.isPending ? "Retrying…" : "Retry"}
            </Button>
          )}
        </p>
      ))}
    </div>
  );
}
