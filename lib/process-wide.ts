/**
 * One value per process, however many copies of a module there are.
 *
 * Next gives pages, route handlers and instrumentation each their own copy of a module, so a module-level
 * variable exists several times. Pools, queues and reads under way must exist once; they live here.
 */
export function processWide<T>(name: string, make: () => T): T {
  const present = holder[keyOf(name)] as T | undefined;
  if (present !== undefined) return present;
  const made = make();
  holder[keyOf(name)] = made;
  return made;
}

/** Removes a value, so that the next call of `processWide` makes a new one. */
export function forgetProcessWide(name: string): void {
  holder[keyOf(name)] = undefined;
}

const holder = globalThis as unknown as Record<symbol, unknown>;
const keyOf = (name: string) => Symbol.for(`fieldwork.${name}`);
