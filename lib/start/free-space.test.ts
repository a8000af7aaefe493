import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { requireFreeSpace, spaceProblem } from "./free-space";

const MB = 1024 * 1024;
const ROOMY = { freeBytes: 5000 * MB, totalBytes: 9000 * MB, freeFiles: 1_000_000, totalFiles: 2_000_000 };
const EMBEDDED = { dataDir: "/data", holdsStores: true };

test("a disk with room is taken, also one that counts no files", () => {
  expect(spaceProblem(ROOMY, EMBEDDED)).toBeNull();
  expect(spaceProblem({ ...ROOMY, freeFiles: 0, totalFiles: 0 }, EMBEDDED)).toBeNull();
});

test("a full disk, a tiny one and one without room for files are told with their figures and the remedy", () => {
  expect(spaceProblem({ ...ROOMY, freeBytes: 3.9 * MB }, EMBEDDED)).toBe(
    "The disk of DATA_DIR (/data) has 3 MB free, Fieldwork needs 300 MB to start. Free some space, or set DATA_DIR to a directory on another disk.",
  );
  expect(spaceProblem({ ...ROOMY, freeBytes: 64 * MB, totalBytes: 64 * MB }, EMBEDDED)).toMatch(
    /^The disk of DATA_DIR \(\/data\) holds 64 MB, .* larger disk\.$/,
  );
  expect(spaceProblem({ ...ROOMY, freeFiles: 12 }, EMBEDDED)).toMatch(/room for 12 more files/);
});

test("with both databases elsewhere less is needed", () => {
  const some = { ...ROOMY, freeBytes: 100 * MB };
  expect(spaceProblem(some, EMBEDDED)).not.toBeNull();
  expect(spaceProblem(some, { ...EMBEDDED, holdsStores: false })).toBeNull();
});

test("the disk of the tests' own folder is read", () => {
  expect(() => requireFreeSpace(tmpdir(), false)).not.toThrow();
});
