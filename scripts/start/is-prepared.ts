import { compareSchema, type SchemaVersions, schemaVersionsSql } from '#db/schema-version.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import type { Runner } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { readExpectedId, readFolderId } from '#publish/files/pages-folder.ts';
import { needsFirstPublishingSql } from '#publish/render/first-publishing.ts';
import { readBuiltFingerprint, sourcesFingerprint } from '../build.ts';
import { withClient } from '../cli/with-client.ts';

/** The row of site_state that marks an unfinished restore. */
export const RESTORE_STATE = 'restored';

const preparedSql = `
  select
    versions.*,
    (
      exists (select from "user")
      or exists (select from site_state where name = '${EMPTY_START_STATE}')
    ) as people,
    not ${needsFirstPublishingSql} as pages,
    not exists (select from site_state where name = '${RESTORE_STATE}') as restored
  from (${schemaVersionsSql}) as versions`;

/** The settings that say where pages are. */
type PagesEnv = Pick<Env, 'PAGES_URL' | 'SITE_DIR'>;

async function hasFolder({ PAGES_URL, SITE_DIR }: PagesEnv, client: Runner): Promise<boolean> {
  if (PAGES_URL) return true;
  const id = readFolderId(SITE_DIR);
  return id !== undefined && id === (await readExpectedId(client));
}

/**
 * Whether prepare.ts has nothing to do: current build, schema, users (or started empty), pages.
 * Errors count as no. Takes milliseconds, so that later starts skip loading it.
 */
export async function isPrepared(databaseUrl: string, env: PagesEnv): Promise<boolean> {
  if (readBuiltFingerprint() !== sourcesFingerprint()) return false;
  try {
    return await withClient(databaseUrl, { name: 'forum start' }, async (client) => {
      const {
        rows: [found],
      } = await client.query<
        SchemaVersions & { people: boolean; pages: boolean; restored: boolean }
      >(preparedSql);
      if (!found?.people || !found.pages || !found.restored) return false;
      const age = compareSchema(found);
      return (age === 'equal' || age === 'newer') && (await hasFolder(env, client));
    });
  } catch {
    return false;
  }
}
