import { join } from 'node:path';
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#db/embedded/start-postgres.ts';
import { PAGES_FOLDER_STATE } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { writeBackup } from '../../scripts/backup/write-backup.ts';
import { withClient } from '../../scripts/cli/with-client.ts';
import type { demoDatabase } from './test-database.ts';

type DemoDatabase = Awaited<ReturnType<typeof demoDatabase>>;

/** A database server with the demo community, which a test may kill. `dataDir` is empty. */
export async function startDemoCopy(
  demo: DemoDatabase,
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): ReturnType<typeof startEmbeddedPostgres> {
  const database = await startEmbeddedPostgres(dataDir, options);
  const archive = join(dataDir, '..', 'demo.tar');
  const source = readEnv({ DATA_DIR: demo.demoDataDir });
  await writeBackup({ ...source, DATABASE_URL: demo.url }, archive);
  const target = readEnv({ DATA_DIR: dataDir });
  await restoreBackup({ ...target, DATABASE_URL: database.url }, archive);
  // the sites of tests have folders of their own
  await withClient(database.url, { name: 'forum test' }, (client) =>
    client.query('delete from site_state where name = $1', [PAGES_FOLDER_STATE]),
  );
  return database;
}
