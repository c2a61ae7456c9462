import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/*
 * Notifications of writes, sent after their commit by the process that wrote, many in one
 * transaction. A NOTIFY inside of the writer's own transaction is a lock of the whole cluster that
 * is held until the commit is on the disk: see decisions/outbox.md.
 */

/** SQLSTATE of the messages of notify_after_commit(channel, payload). */
const NOTIFICATION_STATE = 'FN001';
/** After which what couldn't be sent is tried again. */
const RETRY_MS = 500;

const NOTIFY = {
  name: 'notify',
  text: `
    select pg_notify(channel, payload)
    from jsonb_to_recordset($1::jsonb) as told(channel text, payload text)`,
};

interface Notification {
  channel: string;
  payload: string;
}

/** Of the running transaction of each connection. */
const ofTransaction = new WeakMap<pg.PoolClient, Notification[]>();

/** Called when the connection's transaction was rolled back. */
export const forgetNotifications = (client: pg.PoolClient): void =>
  void ofTransaction.delete(client);

// The sender isn't a part of the write that it happens to begin with.
const runOutside = AsyncLocalStorage.snapshot();

/** Sends what the connections of this pool are told to notify, once they have committed. */
export function sendNotificationsAfterCommit(pool: pg.Pool): void {
  const pending = new Map<string, Notification>();
  let isSending = false;

  /** Never throws. */
  async function send(): Promise<void> {
    isSending = true;
    await Promise.resolve(); // the connection that is being released can be used then
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
