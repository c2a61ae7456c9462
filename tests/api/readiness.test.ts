import { afterEach, expect, test, vi } from 'vitest';
import { CATCH_UP_MS } from '#platform/limits.ts';
import { WRONG_FOLDER } from '#publish/files/pages-folder.ts';
import { createReadiness } from '#server/readiness.ts';
import { emptyDatabase } from '../support/test-database.ts';

const { db } = await emptyDatabase();
const readinessOf = (hasCaughtUp: boolean, replica?: { isUsed: boolean }, pages?: string) =>
  createReadiness({
    db,
    replica,
    isRendererAlive: () => true,
    hasCaughtUp: () => hasCaughtUp,
    isEnding: () => false,
    probeStorage: async () => {},
    findPagesProblem: () => pages,
  });

afterEach(() => void vi.restoreAllMocks());

test('[ops] a server is not ready while posts of before its start are missing from their pages', async () => {
  expect(await readinessOf(false)()).toMatchObject({ ok: false, parts: { publishing: 'down' } });
  expect(await readinessOf(true)()).toMatchObject({ ok: true, parts: { publishing: 'up' } });
});

test('[ops] a server that can’t catch up is ready after ten seconds', async () => {
  const readiness = readinessOf(false);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + CATCH_UP_MS);
  expect(await readiness()).toMatchObject({ ok: true });
});

test('[ops] a server whose replica isn’t used is ready, and says so', async () => {
  expect(await readinessOf(true, { isUsed: false })()).toMatchObject({
    ok: true,
    parts: { replica: 'degraded' },
    why: [expect.stringContaining('replica')],
  });
});

test('[ops] a server with another forum’s pages is not ready, and says so', async () => {
  expect(await readinessOf(true, undefined, WRONG_FOLDER)()).toMatchObject({
    ok: false,
    parts: { pages: 'down' },
    why: [expect.stringContaining('SITE_DIR is not the folder')],
  });
});
