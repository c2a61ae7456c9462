import { MAIL_RATE } from '#contracts/mailing.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { unreadLettersSql, unreadNotificationSql } from '../event-keys.ts';

/* A job each minute, one at a time: makes emails of due events up to the rate; the rest stays. */

export const MAIL_TASK = 'mail';
export const GATHER_TASK = 'mails';

export const RATE_STATE = 'mail.rate';
/** SQL: emails per minute. */
export const RATE_SQL = `
  coalesce(
    (
      select (value #>> '{}')::int
      from site_state
      where name = '${RATE_STATE}'
    ),
    ${MAIL_RATE.initial}
  )`;
/** Tries of an email, counted in its row. Their growing pauses last for a day. */
export const MAX_TRIES = 14;
/** Job attempts; MAX_TRIES is the real limit: a job that ended earlier would strand its email. */
const JOB_ATTEMPTS = 10_000;
/** Emails sent concurrently by all hosts, so that workers remain for other jobs. */
const QUEUES = 2;
/** Items listed in one email; the rest is counted. */
export const MAX_ITEMS = 50;
/** Emails per statement. */
const MAILS_PER_STEP = 500;
/** Minutes after which the process that sends an email counts as dead. */
const LEASE_MINUTES = 15;

/** SQL: queues the job of an email. `row`: alias of a row of mail; `runAt`: SQL of its time. */
export const addJobSql = (row: string, runAt: string): string => `
  graphile_worker.add_job(
    '${MAIL_TASK}',
    json_build_object('mail', ${row}.id),
    queue_name => format('mail-%s', ${row}.id % ${QUEUES}),
    run_at => ${runAt},
    job_key => format('mail:%s', ${row}.id),
    max_attempts => ${JOB_ATTEMPTS}
  )`;
/** SQL: spreads emails evenly over time, after those of earlier steps of this run. */
const SPREAD_SQL = `
  now() + (:before::int + row_number() over (order by made.id)) * interval '1 minute' / ${RATE_SQL}`;

const selectCapacity = statement<{ rate: number; waiting: number }>(`
  select
    ${RATE_SQL} as rate,
    (
      select count(*)::int
      from (select from mail where state = 'waiting' limit ${MAIL_RATE.max}) waiting
    ) as waiting`);

type StepParams = { limit: number; before: number };

/** SQL: queues the emails, and counts them and the due users. */
const QUEUE_MADE_SQL = `
  queued as materialized (
    select ${addJobSql('made', SPREAD_SQL)}
    from made
  )
  select
    (select count(*)::int from due) as people,
    (select count(*)::int from queued) as mails`;

/*
 * A mail takes all unread events of its user, and later ones before each try (deliver.ts). An
 * event that this statement's snapshot lacks changes the count, so it doesn't count as read.
 */
const makeNotices = statement<{ people: number; mails: number }, StepParams>(`
  with due as materialized (
    select user_id
    from delivery_event e
    where channel = 'mail'
      and due_at <= now()
      and not exists (
        select
        from mail
        where user_id = e.user_id and kind = 'notices' and state in ('waiting', 'sending')
      )
    order by due_at
    limit :limit::int
    for update skip locked
  ),
  person as materialized (
    select distinct user_id
    from due
  ),
  read as materialized (
    select e.user_id, e.key, e.events
    from person
    join delivery_event e on e.channel = 'mail' and e.user_id = person.user_id
    where not exists (${unreadNotificationSql('e.user_id', 'e.key')})
      and not exists (select ${unreadLettersSql('e.user_id', 'e.key')})
  ),
  taken as (
    delete from delivery_event e
    using person
    where e.channel = 'mail' and e.user_id = person.user_id
    returning e.user_id, e.key, e.events
  ),
  made as (
    insert into mail (user_id, kind, events, refs)
    select
      user_id,
      'notices',
      sum(events)::int,
      jsonb_agg(jsonb_build_object('key', key, 'events', events))
    from (select * from taken except select * from read) unread
    group by user_id
    returning id
  ),
  ${QUEUE_MADE_SQL}`);

const makeDigests = statement<{ people: number; mails: number }, StepParams>(`
  with due as materialized (
    select user_id
    from mail_choice
    where digest_at <= now()
    order by digest_at
    limit :limit::int
    for update skip locked
  ),
  moved as (
    update mail_choice c
    set digest_at = mail_digest_due(c.time_zone)
    from due
    where c.user_id = due.user_id
    returning c.user_id, c.stopped_at
  ),
  made as (
    insert into mail (user_id, kind)
    select user_id, 'digest'
    from moved
    where stopped_at is null
    returning id
  ),
  ${QUEUE_MADE_SQL}`);

// The mail server may have accepted it: no email is sent twice (decisions/mail-and-push.md).
const giveUpStranded = statement<unknown>(`
  update mail
  set state = 'failed', error = 'interrupted', updated_at = now()
  where id = any(
    array(
      select id
      from mail
      where state = 'sending' and updated_at < now() - interval '${LEASE_MINUTES} minutes'
      limit ${MAILS_PER_STEP}
    )
  )`);

/** Makes and queues due emails. Returns their number. */
export async function gatherMail(db: Db): Promise<number> {
  await giveUpStranded(db);
  const [capacity] = await selectCapacity(db);
  let left = (capacity?.rate ?? 0) - (capacity?.waiting ?? 0);
  let made = 0;
  for (const make of [makeNotices, makeDigests])
    while (left > 0) {
      const limit = Math.min(left, MAILS_PER_STEP);
      const [step] = await make(db, { limit, before: made });
      made += step?.mails ?? 0;
      left -= step?.mails ?? 0;
      if ((step?.people ?? 0) < limit) break;
    }
  return made;
}

/** Queues an email about the account, which needs no choice. */
export const queueAccountMail = statement<unknown, { userId: number }>(`
  with made as (
    insert into mail (user_id, kind, events)
    values (:userId, 'account', 1)
    returning id
  )
  select ${addJobSql('made', 'now()')}
  from made`);
