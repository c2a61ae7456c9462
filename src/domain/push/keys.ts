import webPush from 'web-push';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { bareAddress } from '../mail/addresses.ts';

/*
 * The pair of keys (VAPID, RFC 8292) by which push services know the forum. It is in the database,
 * because all hosts need the same one, and because subscriptions end with it.
 */

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const KEYS_STATE = 'push.keys';
const selectKeys = statement<{ keys: PushKeys }>(
  `select value as keys from site_state where name = '${KEYS_STATE}'`,
);
const insertKeys = statement<unknown, { keys: string }>(`
  insert into site_state (name, value)
  values ('${KEYS_STATE}', :keys::jsonb)
  on conflict (name) do nothing`);

const known = new WeakMap<Db, Promise<PushKeys>>();

async function readOrCreate(db: Db): Promise<PushKeys> {
  const [found] = await selectKeys(db);
  if (found) return found.keys;
  await insertKeys(db, { keys: JSON.stringify(webPush.generateVAPIDKeys()) });
  return (await selectKeys(db))[0]?.keys as PushKeys;
}

/** The keys, made when they are needed for the first time. */
export function getPushKeys(db: Db): Promise<PushKeys> {
  const reading = known.get(db) ?? readOrCreate(db);
  known.set(db, reading);
  reading.catch(() => known.delete(db));
  return reading;
}

/** Whom a push service tells of trouble. It takes addresses of mail, and of https. */
export const pushContact = ({ MAIL_FROM, SITE_URL }: Env): string =>
  MAIL_FROM
    ? `mailto:${bareAddress(MAIL_FROM)}`
    : SITE_URL.startsWith('https:')
      ? SITE_URL
      : 'mailto:webmaster@localhost';
