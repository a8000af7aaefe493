import { importAnswers } from "../answers";
import { instanceStore } from "../instance-store";
import { openSession } from "../sessions";

const CSV = `id,time,Region,Score
${Array.from({ length: 24 }, (_, at) => `r${at},2025-01-${String((at % 12) + 1).padStart(2, "0")}T10:00:00Z,${at % 2 ? "North" : "South"},${at % 5}`).join("\n")}`;

/** A project of the demo's account at the instance of the run, with answers: what its trends and tables are made of. */
export async function answeredProject(): Promise<string> {
  const [project] = await instanceStore()<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    select m.account_id, u.id, ${`Answered ${crypto.randomUUID()}`}, 'R-1'
    from users u join memberships m on m.user_id = u.id where u.email = 'admin@demo.test' returning id`;
  const id = project?.id ?? "";
  const admin = await openSession({ email: "admin@demo.test" });
  await importAnswers(admin, id, CSV);
  return id;
}
