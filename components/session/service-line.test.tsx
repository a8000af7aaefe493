import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { checkServiceHealth, getServiceHealth, type ServiceHealth } from "@/lib/contracts/ours/settings";
import { ServiceDot, ServiceLine } from "./service-line";
import { useServiceHealth } from "./use-service-health";

const connection = {
  name: "production",
  title: "Production",
  environment: "production" as const,
  addsQuotas: true,
  searches: false,
  fieldedElsewhere: null,
  checkedElsewhere: null,
};
const service = { name: "demand", title: "Survey demand", since: null, until: null, last_reply_at: null };
const down: ServiceHealth = {
  services: [{ ...service, state: "not responding", since: new Date().toISOString() }],
  copy: null,
};
const up: ServiceHealth = { services: [{ ...service, state: "responding" }], copy: null };

function Frame() {
  const health = useServiceHealth(connection);
  return (
    <>
      <ServiceDot health={health} />
      <ServiceLine health={health} connection={connection} used={["demand"]} showsCopy />
    </>
  );
}

test("a service that does not respond is told, and asked again on request", async () => {
  const calls = serve(
    on(getServiceHealth, () => down),
    on(checkServiceHealth, () => up),
  );
  const { user, queryClient } = renderPage(<Frame />);
  await screen.findByText(/^Production has not responded since /);
  await screen.findByRole("img", { name: "Services: Survey demand: not responding" });
  queryClient.setQueryData(["surveys", "list"], "read before");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("img", { name: "Services: Survey demand: responding" });
  expect(screen.queryByText(/has not responded/)).toBeNull();
  // What was read while it was down is read again.
  expect(queryClient.getQueryState(["surveys", "list"])?.isInvalidated).toBe(true);
  expect(calls.map(({ name }) => name)).toEqual(["getServiceHealth", "checkServiceHealth"]);
});
