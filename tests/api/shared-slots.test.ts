import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { gatherMail } from '#domain/delivery/mail/gather.ts';
import type * as limits from '#platform/limits.ts';
import { adminCaller } from '../support/admin-session.ts';
import { member } from '../support/factories.ts';
import {
  deliver,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { PEOPLE } from '../support/people.ts';

/* Slots that one user fills while another works. Other slots are tested in their own files. */

vi.mock('#platform/limits.ts', async (original) => ({
  ...(await original<typeof limits>()),
  MAIL_SEND_MS: 3_000,
}));
const { db, server, env, api } = await startMailForum();

/** The group of administrators. */
const ADMINISTRATORS = 10_001;

test('[R34] an administrator who stops reading a file leaves a slot to another one', async () => {
  const path = '/api/v2/admin/users.csv';
  const get = async (userId: number) => {
    const { cookie } = await adminCaller(api, db, userId);
    return api.send('GET', path, undefined, { cookie });
  };
  const [first, second] = [PEOPLE.administrator, await member(db, { groupId: ADMINISTRATORS })];
  const unread = await get(first);
  expect(unread.status).toBe(200);
  const refused = await get(first);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  const other = await get(second);
  expect(await other.text()).toContain('\r\n');
  await unread.body?.cancel();
  const again = await get(first);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

/** A mail to a new user that is ready to be sent. */
async function letter(): Promise<{ id: number; address: string }> {
  const id = await member(db);
  const address = await setMailAddress(db, id);
  await (await api.as(id)).call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await threadWithReplies(db, api, id);
  await db.execute(sql`update delivery_event set due_at = now()`);
  await gatherMail(db);
  const { rows } = await db.execute<{ id: number }>(sql`select id from mail where user_id = ${id}`);
  return { id: rows[0]?.id as number, address };
}

test('[R30] a mail that the mail server never answers leaves its slot to the next one', async () => {
  const [stuck, next] = [await letter(), await letter()];
  server.isSilent = true;
  await deliver(db, env, stuck.id).catch(() => {});
  server.isSilent = false;
  await deliver(db, env, next.id);
  expect(server.arrived.at(-1)?.recipients).toEqual([next.address]);
  const { rows } = await db.execute<{ error: string }>(
    sql`select error from mail where id = ${stuck.id}`,
  );
  expect(rows).toEqual([{ error: 'too late' }]);
});
