import { mkdirSync } from 'node:fs';
import type { Migration } from '#db/migration-files.ts';
import { readLastMigration } from '../backup/catalog.ts';
import { migrateToVersion } from '../backup/migrate-to-version.ts';
import {
  clearScratchForums,
  withScratchDatabase,
  withScratchFolder,
} from '../backup/scratch-forum.ts';
import { withClient } from '../cli/with-client.ts';
import { prepareEstimate } from './estimate-seconds.ts';
import { formatPlan } from './format-plan.ts';
import { observeMigrations } from './observe-migrations.ts';

const CONNECTION = { name: 'forum migration plan' };

/**
 * Describes what migrations will do to the database at `url`. They run in a temporary database with
 * the same schema; the real one is only measured.
 */
export const planMigrations = (
  url: string,
  dataDir: string,
  migrations: readonly Migration[],
  signal: AbortSignal,
): Promise<string> =>
  withClient(url, CONNECTION, async (real) => {
    const when = await readLastMigration(real);
    mkdirSync(dataDir, { recursive: true });
    await clearScratchForums(dataDir);
    const observed = await withScratchFolder(dataDir, 'plan', (folder) =>
      withScratchDatabase(folder, signal, (scratchUrl) =>
        withClient(scratchUrl, CONNECTION, async (scratch) => {
          if (when !== undefined) await migrateToVersion(scratch, { when });
          return observeMigrations(scratch, migrations);
        }),
      ),
    );
    return formatPlan(observed, await prepareEstimate(real, observed));
  });
