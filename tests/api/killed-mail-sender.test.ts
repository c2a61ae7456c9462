import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gatherMail } from '#domain/mail/gather.ts';
import { member } from '../support/factories.ts';
import {
  deliver,
  mailVariables,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { inheritedEnv, waitUntilEnded } from '../support/processes.ts';

const { db, url, server, env, api } = await startMailForum();

/** An unsent mail; resolves with its id. */
async function letter(): Promise<number> {
  const id = await member(db);
  await setMailAddress(db, id);
  await (await api.as(id)).call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await threadWithReplies(db, api, id);
  await db.execute(sql`update mail_event set due_at = now()`);
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
    env: {
      ...inheritedEnv(),
      DATABASE_URL: url,
      SITE_URL: env.SITE_URL,
      ...mailVariables(server),
    },
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
