import type postgres from "postgres";

/** Copies of one survey without its quotas, named “Copy 1” and on, in the database: thousands of writes take minutes. */
export async function copySurvey(sql: postgres.Sql, id: string, copies: number): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_name = 'surveys' and is_generated = 'NEVER' and column_name not in ('id', 'name')`;
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  await sql.unsafe(
    `insert into surveys (name, ${names}) select 'Copy ' || n, ${names}
     from surveys, generate_series(1, ${copies}) n where id = $1`,
    [id],
  );
}
