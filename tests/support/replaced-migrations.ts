import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Times of the 42 migrations that the baseline replaced (decisions/migrations.md). */
export const REPLACED_MIGRATIONS: readonly number[] = [
  1795382365962, 1795382365963, 1795421300119, 1795456213184, 1795459222213, 1795578123513,
  1795579409144, 1795580322123, 1795598652586, 1795600384975, 1795603000931, 1795603074546,
  1795603084086, 1795603101385, 1795603295282, 1795603412727, 1795624552188, 1795627096522,
  1795637282086, 1795641623192, 1795653627939, 1795663867559, 1795666409250, 1795685218061,
  1795687083401, 1795689699334, 1795719552477, 1795757602935, 1795765465330, 1795774636747,
  1795790687937, 1795823767992, 1795864837626, 1795868341553, 1795869227281, 1795879326231,
  1795889484950, 1795892280006, 1795895385109, 1795897192889, 1795900289659, 1795901329968,
];

/** Records the first `count` of them in a database that has the baseline's schema. */
export async function recordReplacedMigrations(
  db: Db,
  count = REPLACED_MIGRATIONS.length,
): Promise<void> {
  await db.execute(sql`truncate drizzle.__drizzle_migrations restart identity`);
  for (const when of REPLACED_MIGRATIONS.slice(0, count))
    await db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      values (md5(${String(when)}), ${when})`);
}
