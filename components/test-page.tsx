import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ComponentProps, ReactNode } from "react";
import { vi } from "vitest";
import { isService, type ServiceName } from "@/lib/contracts/interface-list";
import type { Operation } from "@/lib/contracts/operation";
import { problemStatus } from "@/lib/http/problem";
import { Confirmation } from "./ui/confirmation";
import { theme } from "./ui/theme";

type Router = NonNullable<ComponentProps<typeof AppRouterContext>["value"]>;

type Options = {
  /** Where the page stands: path and query. */
  address?: string;
};

type TestPage = RenderResult & {
  /** Types and clicks as a person does. */
  user: UserEvent;
  /** Path and query as they are now. */
  address: () => string;
  router: Router;
  queryClient: QueryClient;
};

/** Renders a component inside everything that `Providers` gives it in the product; transitions take no time. */
export function renderPage(component: ReactNode, { address = "/" }: Options = {}): TestPage {
  const [path = "/", query = ""] = address.split("?");
  let search = query ? `?${query}` : "";
  const router: Router = {
    push: vi.fn(),
    replace: vi.fn(),
    refresh: vi.fn(),
    prefetch: vi.fn(),
    back: vi.fn(),
    forward: vi.fn(),
  } as unknown as Router;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 } } });
  const user = userEvent.setup({ delay: null });
  const page = render(component, {
    wrapper: ({ children }) => (
      <AppRouterContext value={router}>
        <PathnameContext value={path}>
          <SearchParamsContext value={new URLSearchParams(query)}>
            <MantineProvider theme={theme} env="test">
              <QueryClientProvider client={queryClient}>
                <NuqsTestingAdapter
                  searchParams={query}
                  hasMemory
                  rateLimitFactor={0}
                  onUrlUpdate={({ queryString }) => {
                    search = queryString;
                  }}
                >
                  {children}
                  <Confirmation />
                  <Notifications />
                </NuqsTestingAdapter>
              </QueryClientProvider>
            </MantineProvider>
          </SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>
    ),
  });
  return { ...page, user, address: () => `${path}${search}`, router, queryClient };
}

/** A call that a component made of our own API. */
type Call = { query: URLSearchParams; body: unknown; headers: Headers };

type Handler = { operation: Operation; answer: (call: Call) => unknown };

const pathOf = ({ interface: name, path }: Operation) =>
  new RegExp(`^/api/${name}${path.replace(/\{\w+\}/g, "[^/]+")}$`);

/** A refusal that a handler throws, as the server would word it. */
export class Refusal extends Error {
  constructor(
    readonly code: keyof typeof problemStatus,
    message: string,
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

/** Whose replies our server sends on in the interface's own form, which their calls read. */
const isInOwnForm: Record<ServiceName, boolean> = {
  ...{ demand: true, activation: false, analysis: true, pivot: false, fielding: false, quality: false, fraud: false },
};

/** A reply as our server sends it, which has read it by its contract. */
const asSent = ({ interface: of, reply }: Operation, answer: unknown) =>
  isService(of) && isInOwnForm[of] ? answer : reply.parse(answer);

/** Answers calls of an operation: JSON as its contract reads it, a `Response` that has headers too, or a thrown `Refusal`. */
export const on = (operation: Operation, answer: Handler["answer"]): Handler => ({ operation, answer });

/**
 * Stands for our own API until the test ends. Returns the calls made, oldest first, by the operations' names; a call that
 * no handler answers fails as an unreachable server does.
 */
export function serve(...handlers: Handler[]): (Call & { name: string })[] {
  const calls: (Call & { name: string })[] = [];
  const fetchStub = async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(input, "http://localhost");
    const method = init?.method ?? "GET";
    const handler = handlers.find(({ operation }) => method === operation.method && pathOf(operation).test(pathname));
    if (!handler) throw new Error(`No handler answers ${method} ${input}`);
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
    const call = { query, body, headers: new Headers(init?.headers) };
    calls.push({ name: handler.operation.name, ...call });
    try {
      const answer = await Promise.race([handler.answer(call), untilAborted(init?.signal)]);
      return answer instanceof Response ? answer : Response.json(asSent(handler.operation, answer));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, fields } = error;
      return Response.json({ code, message, fields }, { status: problemStatus[code] });
    }
  };
  vi.stubGlobal("fetch", fetchStub);
  return calls;
}

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
