import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Check } from './check.ts';
import { ok, problem } from './finding.ts';
import { withDatabase } from './forum.ts';

/* A system's collation may change: indexes of another version miss rows and admit duplicates. */

interface ChangedCollation {
  /** null: the database's default collation. */
  name: string | null;
  recorded: string;
  actual: string;
  /** Unique indexes over text with this collation. */
  indexes: number;
}

/** Collations whose system version differs from that of the indexes. */
async function findChangedCollations(db: Db): Promise<ChangedCollation[]> {
  const { rows } = await db.execute<ChangedCollation & Record<string, unknown>>(sql`
    with
      used as (
        select distinct i.indexrelid, unnest(i.indcollation::oid[]) as rules
        from pg_index i
        join pg_class c on c.oid = i.indrelid
        where i.indisunique and c.relnamespace not in ('pg_catalog'::regnamespace)
      ),
      own as (
        select
          null as name,
          datcollversion as recorded,
          pg_database_collation_actual_version(oid) as actual,
          (select oid from pg_collation where collname = 'default') as rules
        from pg_database
        where datname = current_database()
      ),
      named as (
        select
          collname::text as name,
          collversion as recorded,
          pg_collation_actual_version(oid) as actual,
          oid as rules
        from pg_collation
        where oid in (select rules from used)
      )
    select
      name,
      recorded,
      actual,
      (select count(*)::int from used u where u.rules = c.rules) as indexes
    from (select * from own union all select * from named) c
    where recorded <> actual
    order by name nulls first`);
  return rows;
}

const nameOf = (db: Db): Promise<string> =>
  db
    .execute<{ name: string }>(sql`select quote_ident(current_database()) as name`)
    .then(({ rows }) => rows[0]?.name ?? '');

const checkCollations = withDatabase(async (db) => {
  const changed = await findChangedCollations(db);
  if (changed.length === 0) return ok('The system’s collation is the one of the indexes.');
  const indexes = changed.reduce((sum, one) => sum + one.indexes, 0);
  const database = await nameOf(db);
  const refresh = changed.map(({ name }) =>
    name === null
      ? `alter database ${database} refresh collation version`
      : `alter collation "${name}" refresh version`,
  );
  const [{ recorded, actual } = { recorded: '', actual: '' }] = changed;
  return problem(
    `The system’s collation version (${actual}) differs from that of the indexes (${recorded}): ${indexes} unique indexes may miss rows and admit a name twice.`,
    `Stop the forum and run “reindex database ${database}; ${refresh.join('; ')}”. The cause is an upgrade of the system, or database files copied from another system.`,
  );
});

export const COLLATION_CHECK: Check = {
  id: 'database.collations',
  checked: 'the collation of the database',
  run: checkCollations,
};
