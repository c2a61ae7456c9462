import { AppError } from '#contracts/errors.ts';
import type { MailNotice } from '#contracts/mailing.ts';
import { MAX_PUSH_BROWSERS, PUSH_NOTICES, QUIET_HOURS, QUIET_NOTICES } from '#contracts/pushing.ts';
import type {
  EditPushSettingsWire,
  NewPushBrowserWire,
  PushBrowserWire,
  PushSettingsWire,
} from '#contracts/wire/push.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { dropUnwantedEvents, rescheduleEvents } from '../events.ts';
import { requireTimeZone } from '../mail/choices.ts';
import { isBrowserKey } from './browser-key.ts';
import { requireEndpoint } from './endpoints.ts';
import { getPushKeys } from './keys.ts';

interface ChoiceRow {
  notices: Record<string, boolean>;
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string;
}

const INITIAL_NOTICES = JSON.stringify(
  Object.fromEntries(QUIET_NOTICES.map((kind) => [kind, false])),
);

const selectChoice = statement<ChoiceRow, { userId: number }>(`
  select
    notices,
    quiet_from as "quietFrom",
    quiet_until as "quietUntil",
    time_zone as "timeZone"
  from push_choice
  where user_id = :userId`);
const selectBrowsers = statement<PushBrowserWire, { userId: number; ownHash: string }>(`
  select
    id,
    user_agent,
    ${isoSql('created_at')} as created_at,
    ${isoSql('sent_at')} as sent_at,
    session_hash = :ownHash as current
  from push_subscription
  where user_id = :userId
  order by session_hash = :ownHash desc, id desc
  limit ${MAX_PUSH_BROWSERS}`);

export interface PushOwner {
  userId: number;
  /** Hash of the requesting session; '' for a token. */
  sessionHash: string;
}

/** A user's choice; `timeZone`: default, the community's. */
export async function readPushSettings(
  db: Db,
  { userId, sessionHash }: PushOwner,
  timeZone: string,
): Promise<PushSettingsWire> {
  const [{ publicKey }, [row], browsers] = await Promise.all([
    getPushKeys(db),
    selectChoice(db, { userId }),
    selectBrowsers(db, { userId, ownHash: sessionHash }),
  ]);
  const switches = new Map(Object.entries(row?.notices ?? {}));
  const isOn = (kind: MailNotice) =>
    row ? (switches.get(kind) ?? true) : !QUIET_NOTICES.includes(kind);
  return {
    public_key: publicKey,
    notices: Object.fromEntries(
      PUSH_NOTICES.map((kind) => [kind, isOn(kind)]),
    ) as PushSettingsWire['notices'],
    quiet: !row
      ? QUIET_HOURS
      : row.quietFrom === null || row.quietUntil === null
        ? null
        : { from: row.quietFrom, until: row.quietUntil },
    time_zone: row?.timeZone ?? timeZone,
    browsers,
  };
}

const insertChoice = statement<unknown, { userId: number; zone: string }>(`
  insert into push_choice (user_id, notices, quiet_from, quiet_until, time_zone)
  values (:userId, '${INITIAL_NOTICES}', ${QUIET_HOURS.from}, ${QUIET_HOURS.until}, :zone)
  on conflict (user_id) do nothing`);
const updateChoice = statement<
  unknown,
  {
    userId: number;
    notices: string;
    changesQuiet: boolean;
    quietFrom: number | null;
    quietUntil: number | null;
    zone: string | null;
  }
>(`
  update push_choice
  set
    notices = notices || :notices::jsonb,
    quiet_from = case when :changesQuiet then :quietFrom::int else quiet_from end,
    quiet_until = case when :changesQuiet then :quietUntil::int else quiet_until end,
    time_zone = coalesce(:zone, time_zone),
    updated_at = now()
  where user_id = :userId`);

/** Changes the given settings. Throws malformed for an unknown time zone. */
export async function editPushChoice(
  db: Db,
  userId: number,
  { notices, quiet, time_zone }: EditPushSettingsWire,
  communityZone: string,
): Promise<void> {
  if (time_zone !== undefined) await requireTimeZone(db, time_zone);
  await inTransaction(db, async (tx) => {
    await insertChoice(tx, { userId, zone: time_zone ?? communityZone });
    await updateChoice(tx, {
      userId,
      notices: JSON.stringify(notices ?? {}),
      changesQuiet: quiet !== undefined,
      quietFrom: quiet?.from ?? null,
      quietUntil: quiet?.until ?? null,
      zone: time_zone ?? null,
    });
    await dropUnwantedEvents(tx, { userId });
    if (quiet !== undefined || time_zone !== undefined)
      await rescheduleEvents(tx, { userId, channel: 'push' });
  });
}

// An endpoint belongs to one browser; the next user who logs in there takes it over.
const upsertSubscription = statement<
  unknown,
  {
    userId: number;
    sessionHash: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    userAgent: string;
    isPhone: boolean;
  }
>(`
  insert into push_subscription (
    user_id,
    session_hash,
    endpoint,
    p256dh,
    auth,
    user_agent,
    is_phone
  )
  values (:userId, :sessionHash, :endpoint, :p256dh, :auth, :userAgent, :isPhone)
  on conflict (endpoint) do update
  set
    user_id = excluded.user_id,
    session_hash = excluded.session_hash,
    p256dh = excluded.p256dh,
    auth = excluded.auth,
    user_agent = excluded.user_agent,
    is_phone = excluded.is_phone,
    created_at = now(),
    sent_at = null,
    failures = 0`);
/** A session is one browser: its old subscription is replaced. */
const deleteReplaced = statement<
  unknown,
  { userId: number; sessionHash: string; endpoint: string }
>(`
  delete from push_subscription
  where user_id = :userId and session_hash = :sessionHash and endpoint <> :endpoint`);
const deleteOldest = statement<unknown, { userId: number }>(`
  delete from push_subscription
  where id = any(
    array(
      select id
      from push_subscription
      where user_id = :userId
      order by created_at desc, id desc
      offset ${MAX_PUSH_BROWSERS}
    )
  )`);

export interface NewSubscription extends NewPushBrowserWire {
  userAgent: string;
}

/** Subscribes a browser. Throws malformed for an invalid endpoint or key. */
export async function addPushBrowser(
  { db, env }: { db: Db; env: Env },
  { userId, sessionHash }: PushOwner,
  { endpoint, p256dh, auth, phone, time_zone, userAgent }: NewSubscription,
): Promise<void> {
  requireEndpoint(env, endpoint);
  if (!isBrowserKey(p256dh)) throw new AppError('malformed', { values: { field: 'p256dh' } });
  // Browsers use old zone names that a server may lack.
  const zone = await requireTimeZone(db, time_zone).then(
    () => time_zone,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return env.TIME_ZONE;
    },
  );
  await inTransaction(db, async (tx) => {
    await insertChoice(tx, { userId, zone });
    await deleteReplaced(tx, { userId, sessionHash, endpoint });
    await upsertSubscription(tx, {
      userId,
      sessionHash,
      endpoint,
      p256dh,
      auth,
      userAgent: userAgent.slice(0, 300),
      isPhone: phone,
    });
    await deleteOldest(tx, { userId });
  });
}

const deleteSubscription = statement<{ id: number }, { userId: number; id: number }>(`
  delete from push_subscription
  where id = :id and user_id = :userId
  returning id`);

/** Throws notFound if the subscription isn't the user's. */
export async function removePushBrowser(db: Db, userId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx: Runner) => {
    const [deleted] = await deleteSubscription(tx, { userId, id });
    if (!deleted) throw new AppError('notFound');
    await dropUnwantedEvents(tx, { userId });
  });
}
