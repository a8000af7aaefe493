import { openStore } from "../remote/store";
import { sessionOf } from "./person";

/**
 * Sessions of so many managers of the demo's account, as request headers: each person has a rate of their own, and one
 * alone would be slowed down by it.
 */
export async function sessionsOfCrowd({ url, dataDir }: { url: string; dataDir: string }, people: number) {
  const store = openStore(dataDir);
  const emails = Array.from({ length: people }, (_, at) => `crowd-${at}@demo.test`);
  try {
    await store`
      insert into users (email, name, password_hash)
      select crowd.address, 'Crowd', password_hash from users, unnest(${emails}::text[]) as crowd(address)
      where users.email = 'manager@demo.test'`;
    await store`
      insert into memberships (user_id, account_id)
      select crowd.id, m.account_id from users crowd, users manager join memberships m on m.user_id = manager.id
      where crowd.email = any(${emails}) and manager.email = 'manager@demo.test'`;
  } finally {
    await store.end({ timeout: 1 });
  }
  const sessions: { cookie: string }[] = [];
  for (const email of emails) sessions.push(await sessionOf(url, email));
  return sessions;
}
