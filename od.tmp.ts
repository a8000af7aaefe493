import { describeAll } from "./lib/contracts/openapi";
import { writeFileSync } from "node:fs";
const d = describeAll("https://fieldwork.test/service"); writeFileSync("/tmp/openapi.json", JSON.stringify(d, null, 1));
const bad: string[] = [];
for (const [p, i] of Object.entries(d.paths as any)) for (const o of Object.values(i as any) as any[]) for (const q of o.parameters) if (!q.description) bad.push(o.operationId + " " + q.name);
console.log(JSON.stringify(d).length, Object.keys((d.components as any).schemas).length, bad);
