import { type Query, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Connection } from "./client";

const dialect = new PgDialect();

/** A statement put into words once; each call gives values to its `sql.placeholder`s. */
export const worded = (statement: SQL): Query => dialect.sqlToQuery(statement);

/**
 * Runs a statement that the database parses and plans once a connection instead of at each call: for what is asked all
 * the time, where that took longer than the work. A connection keeps every wording for as long as it lives, so that
 * there must be few: lists go in as one parameter.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  connection: Connection,
  statement: SQL | Query,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const query = connection._.session.prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
    statement instanceof SQL ? worded(statement) : statement,
    undefined,
    "prepared",
    false,
  );
  return query.execute(values);
}
