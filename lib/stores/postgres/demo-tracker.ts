import { sql } from "drizzle-orm";
import type { Connection } from "./client";

/** The demo's project of answers, and the person whose its views are. */
export type DemoTracker = { projectId: string; accountId: string; personId: string };

const PROJECT_NUMBER = "DEMO-TRACKER";
const PROJECT_NAME = "Customer satisfaction tracker (demo data)";

/** Null: there is none. */
export async function findDemoTracker(connection: Connection, owner: string): Promise<DemoTracker | null> {
  const [found] = await connection.execute<DemoTracker>(sql`
    select p.id as "projectId", p.account_id as "accountId", person.id as "personId"
    from projects p
    join memberships m on m.account_id = p.account_id
    join users u on u.id = m.user_id and u.email = ${owner}
    join people person on person.email = u.email and person.connection = 'built-in'
    where p.project_number = ${PROJECT_NUMBER}`);
  return found ?? null;
}

/** Adds the project to the owner's account with its manager; null where there are no such people. */
export async function addDemoTracker(connection: Connection, owner: string): Promise<DemoTracker | null> {
  await connection.execute(sql`
    with added as (insert into projects (account_id, project_manager_id, project_name, project_number, business_unit)
    select m.account_id, m.user_id, ${PROJECT_NAME}, ${PROJECT_NUMBER}, 'Customer'
    from memberships m join users u on u.id = m.user_id join accounts a on a.id = m.account_id
    where u.email = 'manager@demo.test' and a.name = 'Demo Research' returning id)
    insert into demo_things (thing, thing_id) select 'projects', id from added`);
  return findDemoTracker(connection, owner);
}
