/**
 * One value per process, however many copies of a module there are.
 *
 * Next gives pages, route handlers and instrumentation each their own copy of a module, so a module-level
 * variable exists several times. Pools, queues and reads under way must exist once; they live here.
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`fieldwork.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  const present = holder[key];
  if (present !== undefined) return present;
  const made = make();
  holder[key] = made;
  return made;
}
