import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { formatMachines, hasDamage } from '../../scripts/tools/faults/machines/machine-table.ts';
import { findNetworkProblem } from '../../scripts/tools/faults/machines/network.ts';
import { ensureMachines, runMachines } from '../../scripts/tools/faults/machines/run-machines.ts';
import { isProgramMissing } from '../support/around-servers.ts';
import { runScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* A short form of `npm run faults -- --machines`: three of its faults, with shorter pauses. */

const forbidden = findNetworkProblem();
if (forbidden) console.warn(`${forbidden}: the faults of three machines are left out.`);
const missing = forbidden ? undefined : ensureMachines();
const isMissing = isProgramMissing(
  missing === undefined,
  `${missing}: the faults of three machines are left out.`,
);

test.skipIf(forbidden !== undefined || isMissing)(
  '[ops] machines of three die while people write and read: nothing is lost, doubled or wrong',
  { timeout: 600_000 },
  async () => {
    await fetchShared('build');
    const outcomes = await runMachines({
      folder: temporaryFolder('machines'),
      seed: 7,
      only: ['primary killed', 'synchronous standby cut off', 'worker’s machine gone'],
      durations: { gone: 20, cut: 15 },
      async fill(env) {
        const { code, stderr } = await runScript('seed', [], env);
        expect(code, stderr).toBe(0);
        // Published once: pages are rendered at their first request.
        const db = createDb({ url: env.DATABASE_URL as string, kind: 'maintenance', name: 'test' });
        await db.execute(sql`
          insert into published_page (path, tags, hash, build, rendered_at)
          values ('/robots.txt', '{}', 'x', 'x', now())`);
        await db.$client.end();
      },
      say: () => {},
    });
    expect(outcomes.length).toBe(3);
    expect(hasDamage(outcomes), formatMachines(outcomes)).toBe(false);
    expect(outcomes.every(({ acknowledged, reads }) => acknowledged > 0 && reads > 0)).toBe(true);
  },
);
