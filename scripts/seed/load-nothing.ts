import { sql } from 'drizzle-orm';
import { CONFIG_NAMES, type ConfigName, toInitialConfigValue } from '#contracts/config-entries.ts';
import { DEFAULT_FRAME_HOSTS } from '#contracts/iframes.ts';
import { SETUP_STEPS, setupConfigOf } from '#contracts/setup-steps.ts';
import type { Db } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { createIndexedState } from '#domain/search/reindex.ts';
import { type LevelSeed, seedGroups } from './load-groups.ts';

/** Levels whose names fit any forum; the demo community has its own. */
const LEVELS: readonly LevelSeed[] = [
  { level: 1, name: '新人', nameEn: 'Newcomer', min: 0 },
  { level: 2, name: '熟面孔', nameEn: 'Familiar face', min: 200 },
  { level: 3, name: '常客', nameEn: 'Regular', min: 600 },
  { level: 4, name: '活跃成员', nameEn: 'Contributor', min: 1200 },
  { level: 5, name: '热心人', nameEn: 'Helper', min: 2000 },
  { level: 6, name: '行家', nameEn: 'Adept', min: 3500 },
  { level: 7, name: '骨干', nameEn: 'Mainstay', min: 5500 },
  { level: 8, name: '资深', nameEn: 'Veteran', min: 8000 },
  { level: 9, name: '元老', nameEn: 'Elder', min: 12000 },
];

/** Users 10000 and 10001 moderate everywhere: the first visitors must not get these ids. */
const LAST_RESERVED_USER_ID = 10_001;

/** The initial configuration, without the setup's entries: an entry marks its step as done. */
function defaultConfigEntries(): { field: ConfigName; value: unknown }[] {
  const ofSteps = SETUP_STEPS.map(setupConfigOf);
  return CONFIG_NAMES.filter((field) => !ofSteps.includes(field)).map((field) => ({
    field,
    value: field === 'iframe_allow' ? { daemon: DEFAULT_FRAME_HOSTS } : toInitialConfigValue(field),
  }));
}

/** Seeds what an empty forum needs, and a mark that prevents the demo community later. */
export async function loadNothing(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await seedGroups(tx, LEVELS);
    await tx.insert(schema.configEntry).values(defaultConfigEntries());
    await tx
      .insert(schema.siteState)
      .values([createIndexedState(), { name: EMPTY_START_STATE, value: true }]);
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('"user"', 'id'), ${LAST_RESERVED_USER_ID}::int)`,
    );
    await tx.execute(
      sql`
        select setval(pg_get_serial_sequence('"group"', 'id'), (select max(id) from "group"))`,
    );
  });
}
