import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  MEMBER,
  pageFile,
  startPublishingSite,
  waitPatiently,
} from '../support/publishing-site.ts';

/*
 * A site whose database continues on another timeline. Pages show what it has lost: their files
 * have another text than the database, or there is no record of them.
 */

const site = await startPublishingSite();
const LOST = '<p>a lost reply</p>';
// pages that nothing else renders again
const WRITTEN = '/zh/about/guidelines';
const OLD = '/en/about/guidelines';
const ORPHAN = '/zh/post/999999';

/** The server uses a connection for requests. */
const askDatabase = async () =>
  expect((await site.call(MEMBER, 'GET', '/api/v1/user/msg/count')).status).toBe(200);

beforeAll(async () => {
  for (const path of [WRITTEN, OLD]) expect((await site.visit(path)).status).toBe(200);
  await askDatabase();
  await waitPatiently(async () => {
    const { rows } = await site.db.$client.query('select path from page_write');
    expect(rows).toEqual([]);
  });
  mkdirSync(dirname(pageFile(site, ORPHAN)), { recursive: true });
  writeFileSync(pageFile(site, ORPHAN), LOST);
  appendFileSync(pageFile(site, WRITTEN), LOST);
  appendFileSync(pageFile(site, OLD), LOST);
  const longAgo = new Date('2026-01-01');
  for (const form of ['', '.br', '.gz']) utimesSync(pageFile(site, OLD) + form, longAgo, longAgo);
  const { $client: client } = site.db;
  await client.query(`
    update site_state set value = '{"timeline": 7}' where name = 'database.timeline'`);
  await client.query(`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'forum'`);
  await waitPatiently(askDatabase);
});

const readPage = (path: string) => readFileSync(pageFile(site, path), 'utf8');

test('[ops] a page that shows a lost reply is rendered again', () =>
  waitPatiently(() => expect(readPage(WRITTEN)).not.toContain(LOST)));

test('[ops] a page that the database has lost is removed', () =>
  waitPatiently(() => expect(existsSync(pageFile(site, ORPHAN))).toBe(false)));

test('[ops] a page that was written long before is not rendered again', async () => {
  await waitPatiently(async () => {
    const { rows } = await site.db.$client.query(`
      select value from site_state where name = 'database.timeline'`);
    expect(rows[0].value).not.toHaveProperty('since');
  });
  expect(readPage(OLD)).toContain(LOST);
});
