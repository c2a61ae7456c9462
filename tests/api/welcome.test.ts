import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { WELCOME_DAYS } from '#platform/limits.ts';
import { member } from '../support/factories.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Members who are offered the welcome (R35). */

const { db } = await demoDatabase();
const api = await testApi(db);

/** A member who joined this many days ago. */
async function joined(days: number) {
  const id = await member(db);
  await db.execute(
    sql`
      update "user"
      set created_at = now() - make_interval(secs => ${days * 86_400})
      where id = ${id}`,
  );
  return api.as(id);
}
type Caller = Awaited<ReturnType<typeof joined>>;
const isOffered = async (who: Caller) =>
  (await who.call<UserInfoWire>('GET', '/api/v1/login/is_login')).body.welcome;

test('[R35] the welcome is offered for two weeks after joining', async () => {
  expect(await isOffered(await joined(0))).toBe(1);
  expect(await isOffered(await joined(WELCOME_DAYS - 0.01))).toBe(1);
  expect(await isOffered(await joined(WELCOME_DAYS + 0.01))).toBe(0);
});

test('[R35] closing it hides it on all devices of that member only', async () => {
  const me = await joined(1);
  const other = await joined(1);
  await me.call('PUT', '/api/v1/user/info', { welcome: 'closed' });
  expect(await isOffered(me)).toBe(0);
  expect(await isOffered(other)).toBe(1);
  // a later change of the settings doesn't show it again
  await me.call('PUT', '/api/v1/user/info', { desc: '新来的' });
  expect(await isOffered(me)).toBe(0);
});

test('[R35] the welcome can be closed, and nothing else can be made of it', async () => {
  const me = await joined(1);
  const { status } = await me.call('PUT', '/api/v1/user/info', { welcome: 'open' });
  expect(status).toBe(400);
  expect(await isOffered(me)).toBe(1);
});
