import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { PUSH_KEYS_STATE } from '#db/site-state-names.ts';
import { readMailState } from '#domain/delivery/mail/read-log.ts';
import { PUBLISHING_STALLED_SECONDS, readPublishing } from '#domain/operations/publishing/read.ts';
import { readOperation } from '#domain/operations/read.ts';
import type { Env } from '#platform/env.ts';
import { isArchived, readArchiving } from './archiving.ts';
import type { Check } from './check.ts';
import { formatAge, ok, problem, type Result, skipped, warning } from './finding.ts';
import { askOnce, withDatabase } from './forum.ts';
import { MAX_BACKUP_SECONDS, MAX_FAILED_MAIL, MAX_MAIL_WAIT_SECONDS } from './thresholds.ts';

/* Checks the forum's work in the database: pages, jobs, purges, mail and backups. */

/** Base64url characters of a VAPID key pair. */
const PUBLIC_KEY_LENGTH = 87;
const PRIVATE_KEY_LENGTH = 43;

const checkBackup = withDatabase(async (db) => {
  const { backup } = await readOperation(db);
  const advice =
    'Set BACKUP_EVERY=1d for npm start, or run npm run backup -- --every 1d permanently.';
  if (isArchived(await readArchiving(db)))
    return ok(
      'The database is archived continuously, but uploads are not: back them up separately.',
    );
  if (!backup) return warning('There is no backup.', advice);
  const seconds = Math.max(0, (Date.now() - Date.parse(backup.at)) / 1_000);
  const found = `The last backup is ${formatAge(seconds)} old`;
  return seconds > MAX_BACKUP_SECONDS ? warning(`${found}.`, advice) : ok(`${found}.`);
});

const ASK_FOR_WORKER =
  'Check that a server with ROLE=all or ROLE=worker runs; its log has the errors of pages and jobs.';

const askForPublishing = askOnce((db: Db, { CDN }: Env) => readPublishing(db, undefined, CDN));

const checkPublishing = withDatabase(async (db, { env }): Promise<Result> => {
  const { storage, failures, lanes, tasks } = await askForPublishing(db, env);
  if (storage)
    return problem(
      `Pages can’t be written since ${storage.since}: ${storage.error}.`,
      'Check the bucket PAGES_URL, or the free space of SITE_DIR and that the forum’s user may write there.',
    );
  const oldest = Math.max(...lanes.map((lane) => lane.oldest));
  if (oldest > PUBLISHING_STALLED_SECONDS)
    return problem(`Published pages are ${formatAge(oldest)} behind the database.`, ASK_FOR_WORKER);
  const given = tasks.filter(({ failed }) => failed > 0);
  if (given.length > 0)
    return warning(
      `Jobs failed permanently: ${given.map(({ task, failed }) => `${task} (${failed})`).join(', ')}.`,
      '“Publishing” in the admin area shows the last error.',
    );
  return failures > 0
    ? warning(
        `${failures} pages can’t be rendered.`,
        '“Publishing” in the admin area lists them with their errors.',
      )
    : ok('Pages are up to date, and no job failed permanently.');
});

const checkPurges = withDatabase(async (db, { env }) => {
  const { cdn } = await askForPublishing(db, env);
  if (!cdn) return skipped('CDN is not set.');
  const { waiting, takedowns, oldest, error } = cdn;
  const why = error ? ` (${error})` : '';
  const advice = 'Check CDN_URL and CDN_TOKEN. The forum retries purges until they are confirmed.';
  if (takedowns > 0)
    return problem(`The cache in front may still show ${takedowns} deleted pages${why}.`, advice);
  return oldest > PUBLISHING_STALLED_SECONDS
    ? warning(
        `${waiting} purges are unconfirmed, the oldest for ${formatAge(oldest)}${why}.`,
        advice,
      )
    : ok('All purges are confirmed.');
});

const checkMailQueue = withDatabase(async (db, { env }) => {
  if (!env.SMTP_URL) return skipped('SMTP_URL is not set: no mail is sent.');
  const { waiting, oldest, failed, error } = await readMailState(db, env);
  if (oldest > MAX_MAIL_WAIT_SECONDS)
    return warning(
      `${waiting} mails are queued, the oldest for ${formatAge(oldest)}.`,
      'Check that a server with ROLE=all or ROLE=worker runs, and the limit of mails per minute.',
    );
  return failed > MAX_FAILED_MAIL
    ? warning(
        `${failed} mails of the last 24 hours failed (${error}).`,
        '“Email” in the admin area lists them with their errors.',
      )
    : ok(`${waiting} mails are queued, ${failed} of the last 24 hours failed.`);
});

/** A key pair changed by hand invalidates every subscription. */
const checkPushKeys = withDatabase(async (db) => {
  const { rows } = await db.execute<{ whole: boolean }>(sql`
    select
      length(value->>'publicKey') = ${PUBLIC_KEY_LENGTH}
        and length(value->>'privateKey') = ${PRIVATE_KEY_LENGTH} as whole
    from site_state
    where name = ${PUSH_KEYS_STATE}`);
  const [keys] = rows;
  if (!keys) return skipped('No browser has enabled push notifications yet.');
  return keys.whole
    ? ok('The keys of push notifications are in the database.')
    : problem(
        'The keys of push notifications in the database are broken: no notification can be sent.',
        'Restore them from the last backup (the row push.keys of site_state).',
      );
});

export const WORK_CHECKS: readonly Check[] = [
  { id: 'publishing', checked: 'pending pages and jobs', run: checkPublishing },
  { id: 'cdn.purges', checked: 'unconfirmed purges', run: checkPurges },
  { id: 'mail.queue', checked: 'queued mails', run: checkMailQueue },
  { id: 'push', checked: 'the keys of push notifications', run: checkPushKeys },
  { id: 'backup', checked: 'the last backup', run: checkBackup },
];
