import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Role } from "@/lib/contracts/rules/permissions";
import { renderPage } from "../test-page";
import { TrendNotes } from "./trend-notes";
import { TrendZoom } from "./trend-zoom";

const role: Role = "analyst";
const openers = {
  Notes: <TrendNotes projectId="p" read={{ data: [], error: null, refetch: () => {} }} role={role} day={null} />,
  Zoom: <TrendZoom opener={() => {}} starts={[0, 1]} zoom={null} bucket={String} onZoom={() => {}} />,
};

test.each(Object.entries(openers))(
  "the focus comes back to %s when it is closed, the first time too",
  async (name, opener) => {
    const { user } = renderPage(opener);
    for (const _ of ["first", "second"]) {
      await user.click(screen.getByText(name));
      await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
      // An open list of options takes the first.
      await user.keyboard("{Escape}{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
    }
  },
);
