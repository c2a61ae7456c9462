import { AppError } from '#contracts/errors.ts';
import {
  MAIL_NOTICES,
  type MailFrequency,
  type MailStop,
  type UnsubscribeKind,
} from '#contracts/mailing.ts';
import type { EditMailSettingsWire, MailSettingsWire } from '#contracts/wire/mail.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { dropUnwantedEvents, rescheduleEvents } from '../events.ts';

/* Users' choices about emails. Without a choice they get none. */

interface ChoiceRow {
  address: string;
  checked: boolean;
  frequency: MailFrequency;
  notices: Record<string, boolean>;
  digest: boolean;
  timeZone: string | null;
  stoppedReason: MailStop | null;
  stoppedAt: string | null;
}

const selectChoice = statement<ChoiceRow, { userId: number }>(`
  select
    u.email as address,
    u.email <> '' and u.email_checked as checked,
    coalesce(c.frequency, 'off') as frequency,
    coalesce(c.notices, '{}') as notices,
    coalesce(c.digest, false) as digest,
    c.time_zone as "timeZone",
    c.stopped_reason as "stoppedReason",
    ${isoSql('c.stopped_at')} as "stoppedAt"
  from "user" u
  left join mail_choice c on c.user_id = u.id
  where u.id = :userId`);

/** A user's choice; `timeZone` is the community's, the default. Throws notFound. */
export async function readMailSettings(
  on: Db | Runner,
  userId: number,
  timeZone: string,
): Promise<MailSettingsWire> {
  const [row] = await selectChoice(on, { userId });
  if (!row) throw new AppError('notFound');
  const switches = new Map(Object.entries(row.notices));
  return {
    address: row.address,
    checked: row.checked,
    frequency: row.frequency,
    notices: Object.fromEntries(
      MAIL_NOTICES.map((kind) => [kind, switches.get(kind) ?? true]),
    ) as MailSettingsWire['notices'],
    digest: row.digest,
    time_zone: row.timeZone ?? timeZone,
    stopped:
      row.stoppedReason && row.stoppedAt ? { reason: row.stoppedReason, at: row.stoppedAt } : null,
  };
}

const checkTimeZone = statement<unknown, { zone: string }>(`select now() at time zone :zone::text`);
const upsertChoice = statement<
  unknown,
  {
    userId: number;
    frequency: MailFrequency | null;
    notices: string;
    digest: boolean | null;
    zone: string | null;
    communityZone: string;
    startsAgain: boolean;
  }
>(`
  insert into mail_choice as c (user_id, frequency, notices, digest, time_zone, digest_at)
  values (
    :userId,
    coalesce(:frequency, 'off'),
    :notices::jsonb,
    coalesce(:digest, false),
    coalesce(:zone, :communityZone),
    case when :digest then mail_digest_due(coalesce(:zone, :communityZone)) end
  )
  on conflict (user_id) do update
  set
    frequency = coalesce(:frequency, c.frequency),
    notices = c.notices || :notices::jsonb,
    digest = coalesce(:digest, c.digest),
    time_zone = coalesce(:zone, c.time_zone),
    digest_at = case
      when coalesce(:digest, c.digest) then mail_digest_due(coalesce(:zone, c.time_zone))
    end,
    stopped_reason = case when :startsAgain then null else c.stopped_reason end,
    stopped_at = case when :startsAgain then null else c.stopped_at end,
    updated_at = now()`);

/** Changes the given fields. Throws malformed for an unknown time zone. */
export async function editMailSettings(
  db: Db,
  userId: number,
  { frequency, notices, digest, time_zone, stopped }: EditMailSettingsWire,
  communityZone: string,
): Promise<MailSettingsWire> {
  if (time_zone !== undefined) await requireTimeZone(db, time_zone);
  return inTransaction(db, async (tx) => {
    await upsertChoice(tx, {
      userId,
      frequency: frequency ?? null,
      notices: JSON.stringify(notices ?? {}),
      digest: digest ?? null,
      zone: time_zone ?? null,
      communityZone,
      startsAgain: stopped === null,
    });
    await dropUnwantedEvents(tx, { userId });
    if (frequency !== undefined || time_zone !== undefined)
      await rescheduleEvents(tx, { userId, channel: 'mail' });
    return readMailSettings(tx, userId, communityZone);
  });
}

/** Names only: PostgreSQL and Intl read offsets with opposite signs. Throws malformed. */
export async function requireTimeZone(db: Db, zone: string): Promise<void> {
  const isKnown =
    /^[A-Za-z][A-Za-z_]*(?:\/[\w+-]+)*$/.test(zone) &&
    (await checkTimeZone(db, { zone }).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === '22023') return false;
        throw error;
      },
    ));
  if (!isKnown) throw new AppError('malformed', { values: { field: 'time_zone' } });
}

const selectLanguage = statement<{ language: 'zh' | 'en' }, { userId: number }>(
  `select language from "user" where id = :userId`,
);
/** The language of a user's emails; undefined for an unknown user. */
export const readMailLanguage = async (db: Db, userId: number): Promise<'zh' | 'en' | undefined> =>
  (await selectLanguage(db, { userId }))[0]?.language;

const switchOff = statement<unknown, { userId: number; kind: string }>(`
  update mail_choice
  set
    frequency = case when :kind = 'notices' then 'off' else frequency end,
    digest = digest and :kind <> 'digest',
    digest_at = case when :kind <> 'digest' then digest_at end,
    notices = case
      when :kind in ('notices', 'digest') then notices
      else notices || jsonb_build_object(:kind::text, false)
    end,
    updated_at = now()
  where user_id = :userId`);

/** Unsubscribes a user from one kind of emails. Idempotent. */
export const endMailKind = (db: Db, userId: number, kind: UnsubscribeKind): Promise<void> =>
  inTransaction(db, async (tx) => {
    await switchOff(tx, { userId, kind });
    await dropUnwantedEvents(tx, { userId });
  });

interface Reached {
  userId: number;
  /** The receiver's address of an email; the user may have changed it since. */
  address: string;
}

const insertStop = statement<unknown, Reached & { reason: MailStop; zone: string }>(`
  insert into mail_choice as c (user_id, time_zone, stopped_reason, stopped_at)
  select id, :zone, :reason, now()
  from "user"
  where id = :userId and lower(email) = lower(:address)
  on conflict (user_id) do update
  set
    stopped_reason = coalesce(c.stopped_reason, excluded.stopped_reason),
    stopped_at = coalesce(c.stopped_at, excluded.stopped_at),
    updated_at = now()`);

/** Stops all mail to a user until they restart it. Without effect if they changed the address. */
export async function stopMail(
  tx: Runner,
  { userId, address }: Reached,
  reason: MailStop,
  zone: string,
): Promise<void> {
  await insertStop(tx, { userId, address, reason, zone });
  await dropUnwantedEvents(tx, { userId });
}
