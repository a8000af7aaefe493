/** How many cases a costly property is tried with: a sixth as usual, all of them in `npm run test:long`. */
export const runs = (many: number): number => (process.env.LONG_TESTS ? many : Math.ceil(many / 6));
