import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/*
 * Sends notifications in batches after the commit. A NOTIFY inside the writer's transaction holds a
 * cluster-wide lock until the commit is on the disk (decisions/outbox.md).
 */

/** SQLSTATE of the messages of notify_after_commit(channel, payload). */
const NOTIFICATION_STATE = 'FN001';
/** Milliseconds until failed notifications are sent again. */
const RETRY_MS = 500;

const NOTIFY = {
  name: 'notify',
  text: `
    select pg_notify(channel, payload)
    from jsonb_to_recordset($1::jsonb) as pending(channel text, payload text)`,
};

interface Notification {
  channel: string;
  payload: string;
}

/** Notifications of the running transaction, by connection. */
const ofTransaction = new WeakMap<pg.PoolClient, Notification[]>();

/** Call it when the connection's transaction was rolled back. */
export const forgetNotifications = (client: pg.PoolClient): void =>
  void ofTransaction.delete(client);

// The sender must not inherit the context of the write that starts it.
const runOutside = AsyncLocalStorage.snapshot();

/** Sends the notifications that this pool's connections requested, after their commits. */
export function sendNotificationsAfterCommit(pool: pg.Pool): void {
  const pending = new Map<string, Notification>();
  let isSending = false;

  /** Never throws. */
  async function send(): Promise<void> {
    isSending = true;
    await Promise.resolve(); // then the connection that is being released is usable
    while (pending.size > 0 && !pool.ending) {
      const sent = [...pending];
      pending.clear();
      try {
        await pool.query({ ...NOTIFY, values: [JSON.stringify(sent.map(([, one]) => one))] });
      } catch {
        for (const [key, notification] of sent) pending.set(key, notification);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
    isSending = false;
  }

  pool.on('connect', (client) =>
    client.on('notice', ({ code, detail, message }) => {
      if (code !== NOTIFICATION_STATE) return;
      const list = ofTransaction.get(client) ?? [];
      list.push({ channel: detail ?? '', payload: message ?? '' });
      ofTransaction.set(client, list);
    }),
  );
  pool.on('release', (error, client) => {
    const committed = ofTransaction.get(client);
    if (!committed) return;
    ofTransaction.delete(client);
    if (error) return;
    for (const one of committed) pending.set(`${one.channel} ${one.payload}`, one);
    if (!isSending) runOutside(() => void send());
  });
}
