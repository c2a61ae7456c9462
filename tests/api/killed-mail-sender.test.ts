import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gatherMail } from '#domain/delivery/mail/gather.ts';
import { member } from '../support/factories.ts';
import {
  deliver,
  mailVariables,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { inheritedEnv, waitUntilEnded } from '../support/processes.ts';
import { waitForLocks } from '../support/queue-on-row.ts';

const { db, url, server, env, api } = await startMailForum();

/** An unsent mail; resolves with its id. */
async function letter(): Promise<number> {
  const id = await member(db);
  await setMailAddress(db, id);
  await (await api.as(id)).call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await threadWithReplies(db, api, id);
  await db.execute(sql`update delivery_event set due_at = now()`);
  await gatherMail(db);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from mail where user_id = ${id} and state = 'waiting'`,
  );
  return rows[0]?.id as number;
}

const rowOf = async (id: number) =>
  (await db.execute(sql`select state, error from mail where id = ${id}`)).rows[0];

/** Starts a process that sends a mail; returns its process id. */
const startSender = (id: number): number =>
  spawn(process.execPath, [join(import.meta.dirname, '../support/mail-sender.ts'), String(id)], {
    stdio: 'inherit',
    env: { ...inheritedEnv(), DATABASE_URL: url, SITE_URL: env.SITE_URL, ...mailVariables(server) },
  }).pid as number;

test('[R30] a mail whose process is killed while the mail server has it arrives once', async () => {
  const id = await letter();
  server.isSilent = true;
  const sender = startSender(id);
  await expect.poll(() => server.arrived.length).toBe(1);
  process.kill(sender, 'SIGKILL');
  await waitUntilEnded(sender);
  server.isSilent = false;
  expect(await rowOf(id)).toMatchObject({ state: 'sending' });
  await deliver(db, env, id);
  expect(await rowOf(id)).toMatchObject({ state: 'sending' });
  await db.execute(sql`update mail set updated_at = now() - interval '1 hour' where id = ${id}`);
  await gatherMail(db);
  await deliver(db, env, id);
  expect(await rowOf(id)).toEqual({ state: 'failed', error: 'interrupted' });
  expect(server.arrived).toHaveLength(1);
});

test('[R30] a mail whose process is killed before the transfer arrives once, with later events', async () => {
  const id = await letter();
  const { rows } = await db.execute<{ userId: number }>(
    sql`select user_id as "userId" from mail where id = ${id}`,
  );
  const { id: later } = await threadWithReplies(db, api, rows[0]?.userId as number);
  const before = server.arrived.length;
  const client = await db.$client.connect();
  await client.query('begin; lock table mail_choice in access exclusive mode');
  const sender = startSender(id);
  await waitForLocks(db, 1);
  process.kill(sender, 'SIGKILL');
  await waitUntilEnded(sender);
  client.release(true);
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' });
  await deliver(db, env, id);
  await deliver(db, env, id);
  expect(server.arrived).toHaveLength(before + 1);
  expect(server.arrived.at(-1)?.text).toContain(`/post/${later}#`);
});
