import { readNewestMigrationMs } from '#db/migration-journal.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { needsFirstPublishingSql } from '#publish/render/first-publishing.ts';
import { readBuiltFingerprint, sourcesFingerprint } from '../build.ts';
import { withClient } from '../cli/with-client.ts';

/** The row of site_state that stands while a restore isn't in place yet. */
export const RESTORE_STATE = 'restored';

const preparedSql = `
  select
    (select max(created_at)::float8 from drizzle.__drizzle_migrations) as migrated,
    (
      exists (select from "user")
      or exists (select from site_state where name = '${EMPTY_START_STATE}')
    ) as people,
    not ${needsFirstPublishingSql} as pages,
    not exists (select from site_state where name = '${RESTORE_STATE}') as restored`;

/**
 * Whether nothing is left to prepare (prepare.ts): built from these sources, the newest schema,
 * people (or started without them) and pages. What can't be told counts as no. Answers in
 * milliseconds, so that a second start doesn't load what only the first one needs.
 */
export async function isPrepared(databaseUrl: string): Promise<boolean> {
  if (readBuiltFingerprint() !== sourcesFingerprint()) return false;
  try {
    return await withClient(databaseUrl, { name: 'forum start' }, async (client) => {
      const {
        rows: [found],
      } = await client.query<{
        migrated: number;
        people: boolean;
        pages: boolean;
        restored: boolean;
      }>(preparedSql);
      return (
        found?.migrated === readNewestMigrationMs() && found.people && found.pages && found.restored
      );
    });
  } catch {
    return false;
  }
}
