import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// As long as the tests wait elsewhere: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
