import { MAIL_RATE } from '#contracts/mailing.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { findNotificationSql } from '../notification/group-sql.ts';
import { countUnreadLettersSql } from './read-contents.ts';

/*
 * Makes letters of what is due, no more than may be sent: a job that runs each minute, one at a
 * time. What there is no room for stays where it is, however much it is.
 */

/** The task of the job that sends one letter. */
export const MAIL_TASK = 'mail';
/** The task of the job that makes letters of what is due. */
export const GATHER_TASK = 'mails';

export const RATE_STATE = 'mail.rate';
/** SQL: letters a minute. */
export const RATE_SQL = `
  coalesce(
    (
      select (value #>> '{}')::int
      from site_state
      where name = '${RATE_STATE}'
    ),
    ${MAIL_RATE.initial}
  )`;
/** Tries of a letter, counted in its row, after which it is given up. */
export const MAX_TRIES = 10;
/**
 * Attempts of a letter's job. They only lengthen the pauses between tries: a job that ended before
 * its letter would leave that waiting.
 */
const JOB_ATTEMPTS = 10_000;
/** Letters that are sent at the same time, by all hosts: the other jobs have workers left. */
const QUEUES = 2;
/** What one letter tells of at most; the rest is counted. */
export const MAX_ITEMS = 50;
/** Letters that are made by one statement. */
const LETTERS_PER_STEP = 500;
/** Minutes after which the process that hands a letter over is taken for dead. */
const LEASE_MINUTES = 15;

/** SQL: puts the job of a letter into the queue; a name of a row of mail, and its moment. */
export const addJobSql = (row: string, runAt: string): string => `
  graphile_worker.add_job(
    '${MAIL_TASK}',
    json_build_object('mail', ${row}.id),
    queue_name => format('mail-%s', ${row}.id % ${QUEUES}),
    run_at => ${runAt},
    job_key => format('mail:%s', ${row}.id),
    max_attempts => ${JOB_ATTEMPTS}
  )`;
/** SQL: evenly over the time that they may take, behind those that were made before in this run. */
const SPREAD_SQL = `
  now() + (:before::int + row_number() over (order by made.id)) * interval '1 minute' / ${RATE_SQL}`;

const selectRoom = statement<{ rate: number; waiting: number }>(`
  select
    ${RATE_SQL} as rate,
    (
      select count(*)::int
      from (select from mail where state = 'waiting' limit ${MAIL_RATE.max}) waiting
    ) as waiting`);

type StepParams = { limit: number; before: number };

/** SQL: queues the letters that were made, and counts them and the people who were due. */
const QUEUE_MADE_SQL = `
  queued as materialized (
    select ${addJobSql('made', SPREAD_SQL)}
    from made
  )
  select
    (select count(*)::int from due) as people,
    (select count(*)::int from queued) as letters`;

/*
 * All that waits for somebody is in their letter. What was read meanwhile isn't. A row of
 * mail_event that was locked by a writer may name what this statement doesn't see yet: then it is
 * in the letter, too, and the delivery decides. `k` and `p` name a group whatever its id is later.
 */
const makeNotices = statement<{ people: number; letters: number }, StepParams>(`
  with due as materialized (
    select user_id
    from mail_event
    where due_at <= now()
    order by due_at
    limit :limit::int
    for update skip locked
  ),
  taken as (
    delete from mail_event e
    using (select distinct user_id from due) person
    where e.user_id = person.user_id
    returning e.*
  ),
  unread as (
    select taken.*, n.post_id
    from taken
    left join lateral (
      ${findNotificationSql('id, post_id, read_at', {
        user: 'taken.user_id',
        id: 'taken.notification_id',
        group: 'taken.key',
      })}
    ) n on true
    left join lateral (
      select ${countUnreadLettersSql('taken.letter_id', 'taken.events')} as unread
      from letter
      where id = taken.letter_id and receiver_id = taken.user_id
      limit 1
    ) l on true
    where n.read_at is null and l.unread is distinct from 0
  ),
  made as (
    insert into mail (user_id, kind, events, refs)
    select
      user_id,
      'notices',
      sum(events)::int,
      jsonb_agg(
        jsonb_build_object(
          'k', key,
          'n', notification_id,
          'p', post_id,
          'l', letter_id,
          'e', events
        )
        order by coalesce(notification_id, letter_id) desc
      )
    from unread
    group by user_id
    returning id
  ),
  ${QUEUE_MADE_SQL}`);

const makeDigests = statement<{ people: number; letters: number }, StepParams>(`
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

// Whether the mail server took it isn't known: nobody gets it twice (decisions/mail-and-push.md).
const giveUpStranded = statement<unknown>(`
  update mail
  set state = 'failed', error = 'interrupted', updated_at = now()
  where id = any(
    array(
      select id
      from mail
      where state = 'sending' and updated_at < now() - interval '${LEASE_MINUTES} minutes'
      limit ${LETTERS_PER_STEP}
    )
  )`);

/** Makes letters of what is due, and queues them. Returns how many. */
export async function gatherMail(db: Db): Promise<number> {
  await giveUpStranded(db);
  const [room] = await selectRoom(db);
  let left = (room?.rate ?? 0) - (room?.waiting ?? 0);
  let made = 0;
  for (const make of [makeNotices, makeDigests])
    while (left > 0) {
      const limit = Math.min(left, LETTERS_PER_STEP);
      const [step] = await make(db, { limit, before: made });
      made += step?.letters ?? 0;
      left -= step?.letters ?? 0;
      if ((step?.people ?? 0) < limit) break;
    }
  return made;
}

/** Queues a letter about the account itself, which needs no choice. */
export const queueAccountLetter = statement<unknown, { userId: number }>(`
  with made as (
    insert into mail (user_id, kind, events)
    values (:userId, 'account', 1)
    returning id
  )
  select ${addJobSql('made', 'now()')}
  from made`);
