import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  type CollectedStatement,
  collectStatements,
} from '../../scripts/tools/explain/collect-statements.ts';
import { emptyDatabase } from '../support/test-database.ts';

/*
 * A prepared statement that returns all columns of a table fails on its connection once the table
 * has another column. Old servers run on expanded tables, so statements name what they return.
 */

/** The result types by statement, as PostgreSQL determines them now. */
async function readResultTypes(statements: readonly CollectedStatement[], prefix: string) {
  const { db } = database;
  const client = await db.$client.connect();
  try {
    for (const [index, { text }] of statements.entries())
      await client.query(`prepare ${prefix}_${index} as ${text}`);
    const { rows } = await client.query<{ name: string; types: string }>(
      'select name, result_types::text as types from pg_prepared_statements',
    );
    const types = new Map(rows.map((row) => [row.name, row.types]));
    return statements.map((_, index) => types.get(`${prefix}_${index}`));
  } finally {
    client.release(true);
  }
}

const database = await emptyDatabase();

test('[ops] no statement returns other columns if its tables get one more', async () => {
  // shows that the comparison detects such a statement
  const control = { id: 'control', text: 'select * from section', names: [], isUnprepared: false };
  const statements = [...(await collectStatements()), control];
  const before = await readResultTypes(statements, 'before');
  const { rows: tables } = await database.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables)
    await database.db.execute(sql.raw(`alter table "${name}" add column one_more integer`));
  const after = await readResultTypes(statements, 'after');
  expect(statements.length).toBeGreaterThan(400);
  expect(
    statements.filter((_, index) => before[index] !== after[index]).map(({ id }) => id),
  ).toEqual(['control']);
});
