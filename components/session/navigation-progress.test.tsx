import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { useGo } from "@/components/ui/use-go";
import { NavigationProgress } from "./navigation-progress";

const at = vi.hoisted(() => ({ path: "/surveys" }));
vi.mock("next/navigation", () => ({
  usePathname: () => at.path,
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => {} }),
}));

function Going() {
  const go = useGo();
  return (
    <button type="button" onClick={() => go("/projects")}>
      Create
    </button>
  );
}

const Page = () => (
  <>
    <Going />
    <NavigationProgress />
    {/* As the router's link: the browser does not follow it itself. */}
    <a href="/projects" onClick={(event) => event.preventDefault()}>
      Projects
    </a>
    <a href="https://elsewhere.test/" onClick={(event) => event.preventDefault()}>
      Elsewhere
    </a>
    <a href="/projects" aria-disabled="true" onClick={(event) => event.preventDefault()}>
      Refused
    </a>
  </>
);
const bar = () => screen.queryByRole("progressbar", { name: "Opening the page" });

test("a link that is followed shows at once that its page is coming, until it is there", () => {
  const { rerender } = renderPage(<Page />);
  expect(bar()).toBeNull();
  fireEvent.click(screen.getByText("Projects"));
  expect(bar()).not.toBeNull();
  at.path = "/projects";
  rerender(<Page />);
  expect(bar()).toBeNull();
  at.path = "/surveys";
  rerender(<Page />);
  expect(bar()).toBeNull();
});

test("a page that opens another by itself shows it too", () => {
  renderPage(<Page />);
  fireEvent.click(screen.getByText("Create"));
  expect(bar()).not.toBeNull();
});

test("a link out of the product, or one that is refused, shows nothing", () => {
  renderPage(<Page />);
  for (const name of ["Elsewhere", "Refused"]) fireEvent.click(screen.getByText(name));
  expect(bar()).toBeNull();
});
