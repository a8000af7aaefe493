/** How many cases a costly property is tried with: a sixth as usual, all of them in `npm run test:long`. */
export const runs = (many: number): number => (process.env.LONG_TESTS ? many : Math.ceil(many / 6));

/** How large a test's data are: as large as proves it as usual, and as large as anybody's in `npm run test:long`. */
export const sized = (usual: number, long: number): number => (process.env.LONG_TESTS ? long : usual);
