import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createForum } from '../../scripts/tools/faults/forum-under-test.ts';
import { formatTable, isClean } from '../../scripts/tools/faults/outcome-table.ts';
import { runFaults } from '../../scripts/tools/faults/run-faults.ts';
import { mountSmallDisk, PAGES_DISK } from '../../scripts/tools/faults/small-disk.ts';
import { findNginx, startNginx } from '../support/nginx.ts';
import { reservePort } from '../support/ports.ts';
import { fetchShared } from '../support/shared-service.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* A short form of `npm run faults`: its quick faults, each once, on the tests' own PostgreSQL. */

await fetchShared('build');
const folder = temporaryFolder('faults');
const { db, url, demoDataDir } = await demoDatabase();
// if this user may mount
const pagesDisk = mountSmallDisk(join(folder, 'data/site'), PAGES_DISK);
const forum = createForum({
  dataDir: join(folder, 'data'),
  port: await reservePort(),
  logFile: join(folder, 'forum.log'),
  databaseUrl: url,
  pagesDisk,
});
afterAll(async () => {
  await forum.stop();
  pagesDisk?.unmount();
});
const nginx = findNginx()
  ? await startNginx(join(folder, 'nginx'), {
      app: `127.0.0.1:${forum.port}`,
      siteDir: forum.siteDir,
      uploadsDir: join(forum.dataDir, 'uploads'),
    })
  : undefined;

test.skipIf(!nginx)(
  '[ops] parts of the forum die while people write and read: nothing is lost, doubled or wrong, and nobody has to help',
  { timeout: 300_000 },
  async () => {
    cpSync(join(demoDataDir, 'uploads'), join(folder, 'data/uploads'), { recursive: true });
    // Published once: pages are rendered at their first request.
    await db.execute(
      sql`
        insert into published_page (path, tags, hash, build, rendered_at)
        values ('/robots.txt', '{}', 'x', 'x', now())`,
    );
    await forum.start();
    const only = [
      'server killed',
      'renderer out of memory',
      'all connections terminated',
      'clock skewed 5 minutes',
      ...(pagesDisk ? ['page disk out of inodes'] : []),
    ];
    const outcomes = await runFaults({
      forum,
      nginxUrl: nginx?.url as string,
      seed: 7,
      lock: 3,
      brief: 1,
      only,
      readThreads: 10,
      checkAtEnd: true,
      pauses: { before: [300, 600], after: 300 },
      say: () => {},
    });
    expect(isClean(outcomes), formatTable(outcomes)).toBe(true);
    expect(outcomes.map(({ acknowledged, reads }) => acknowledged > 0 && reads > 0)).toEqual([
      false,
      ...only.map(() => true),
      false,
    ]);
  },
);
