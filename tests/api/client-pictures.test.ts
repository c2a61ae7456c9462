import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { FORUM_ICONS } from '#contracts/default-pictures.ts';
import { shapeOf } from '#styles/forum-icons.ts';
import { drawDefaultPictures } from '../../scripts/build/default-pictures.ts';
import { createWriters } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Existing clients use fields that name a picture as its address. */

const { db, demoDataDir } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const [me, other] = await Promise.all([api.as(ME), api.as(OTHER)]);
const write = await createWriters(api, me, other);

describe('[R36] pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-pictures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Every address in a reply in a field of this name. */
  function addresses(value: unknown, found = new Set<string>()): Set<string> {
    if (Array.isArray(value)) for (const each of value) addresses(each, found);
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) {
        if (/^(?:icon|avatar|level_icon|\w+_avatar)$/.test(name)) found.add(String(each));
        else addresses(each, found);
      }
    return found;
  }

  test('of forums, people and levels are addresses of existing pictures, under every name', async () => {
    await drawDefaultPictures(folder);
    await db.execute(sql`update "user" set avatar = '' where id % 2 = 0`);
    await db.execute(sql`update forum set icon = 'nosuchicon' where id = 2`);
    await db.execute(sql`update forum set icon = '' where id = 3`);
    await db.execute(
      sql`
        insert into level (id, name, name_en, min_credits)
        values (99, '至高', 'Highest', 100000000)`,
    );
    await db.execute(sql`update "user" set level_id = 99 where id = ${OTHER}`);
    await write.reply(await write.thread());
    await other.call('POST', '/api/v1/user/letter', {
      receive_user_id: ME,
      note: '<p>pictures</p>',
    });
    const found = new Set<string>();
    for (const path of [
      '/api/v1/forum',
      '/api/v1/forum/rows',
      '/api/v1/forum/id?id=1',
      '/api/v1/forum/id?id=2',
      '/api/v1/forum/id?id=3',
      '/api/v1/thread/index?limit=100',
      `/api/v1/user/info?id=${OTHER}`,
      '/api/v1/thread/user/list?forum_id=1',
      '/api/v1/user/msg?category=1',
      '/api/v1/user/msg?category=5',
      `/api/v1/user/letter?receive_user_id=${OTHER}`,
      '/api/v1/user/list?keyword=a',
    ])
      addresses((await me.call('GET', path)).body, found);
    expect(found.size).toBeGreaterThan(25);
    for (const address of found) {
      expect(address).toMatch(/^\/(?:assets\/image|uploads)\/[\w/-]+\.(?:png|webp)$/);
      const file = address.startsWith('/uploads/')
        ? join(demoDataDir, address)
        : join(folder, address);
      expect([address, existsSync(file)]).toEqual([address, true]);
      expect((await sharp(file).metadata()).width).toBeGreaterThan(20);
    }
  });

  test('exist for every icon name of a forum', async () => {
    for (const name of FORUM_ICONS)
      expect([name, shapeOf(name)]).toEqual([name, expect.any(String)]);
    const { rows } = await db.execute<{ icon: string }>(
      sql`select distinct icon from forum where icon ~ '^[a-z]+$' and icon <> 'nosuchicon'`,
    );
    for (const { icon } of rows) expect([icon, FORUM_ICONS.has(icon)]).toEqual([icon, true]);
  });
});
