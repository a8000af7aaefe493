import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { DIRECT } from "@/lib/contracts/terms/fielding";

/**
 * Suppliers' names by the codes that sessions keep. A code that two accounts give different suppliers, and one that no
 * supplier has, stands for itself.
 */
export function supplierNames(suppliers: readonly Pick<Supplier, "code" | "name">[]): (code: string) => string {
  const names = new Map<string, string>();
  for (const { code, name } of suppliers) {
    const other = names.get(code);
    names.set(code, other === undefined || other === name ? name : code);
  }
  return (code) => names.get(code) ?? (code === DIRECT ? "Direct" : code);
}
