import { readNewestMigrationMs } from '#db/migration-journal.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { needsFirstPublishingSql } from '#publish/render/first-publishing.ts';
import { readBuiltFingerprint, sourcesFingerprint } from '../build.ts';
import { withClient } from '../cli/with-client.ts';

/** The row of site_state that marks an unfinished restore. */
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
 * Whether prepare.ts has nothing to do: current build and schema, users (or started empty), pages.
 * Errors count as no. Takes milliseconds, so that later starts skip loading it.
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
