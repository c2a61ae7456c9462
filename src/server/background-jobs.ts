import { setTimeout as delay } from 'node:timers/promises';
import { Logger as JobLogger, parseCronItems, run, type TaskList } from 'graphile-worker';
import {
  MAIL_LOG_RETENTION_DAYS,
  SIGN_IN_RETENTION_DAYS,
  VIEW_WINDOW_SECONDS,
} from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { fillNameAppearances } from '#db/unique-nicknames.ts';
import { invalidateExpiredPolls } from '#domain/content/poll/close.ts';
import { reopenDueThreads } from '#domain/content/thread/reopen.ts';
import { deliverMail } from '#domain/delivery/mail/deliver.ts';
import {
  GATHER_TASK,
  gatherMail,
  MAIL_TASK,
  queueAccountMail,
} from '#domain/delivery/mail/gather.ts';
import { JOB_TASK } from '#domain/jobs/create.ts';
import { type JobHandlers, runJob } from '#domain/jobs/run.ts';
import { resanitize, resanitizeAsJob } from '#domain/message/resanitize.ts';
import { runFilterDryRun } from '#domain/message/word/filter-dry-run.ts';
import { clearOldAddresses } from '#domain/operations/clear-addresses.ts';
import { countMembers } from '#domain/operations/dashboard/count-members.ts';
import { ensureScheduled } from '#domain/operations/ensure-scheduled.ts';
import { forgetOldReads } from '#domain/operations/forget-reads.ts';
import { recordCertificate } from '#domain/operations/record.ts';
import { deleteDueAccounts } from '#domain/own-data/delete-account.ts';
import { makeExport, sweepExports } from '#domain/own-data/make-export.ts';
import { EXPORT_TASK } from '#domain/own-data/order-export.ts';
import { applyBan } from '#domain/people/apply-ban.ts';
import { BAN_TASK } from '#domain/people/ban-jobs.ts';
import { invalidateUser } from '#domain/people/invalidate-user.ts';
import { remindOfBookmark } from '#domain/reading/bookmark/remind.ts';
import { REMINDER_TASK } from '#domain/reading/bookmark/set-bookmark.ts';
import { refreshWords } from '#domain/search/refresh-words.ts';
import { reindex } from '#domain/search/reindex.ts';
import { sweepUploads } from '#domain/uploads/sweep.ts';
import { describeAct } from '#i18n/act-texts.ts';
import { runPurgeJob } from '#moderation/purge.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import type { Env } from '#platform/env.ts';
import { createIncident } from '#platform/incident.ts';
import {
  LOGIN_ATTEMPT_RETENTION_SECONDS,
  REPEAT_WINDOW_SECONDS,
  SENT_KEY_RETENTION_DAYS,
} from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { openStorage } from '#platform/open-storage.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { readCertificate } from './provider-certificate.ts';
import { createPublishJobs } from './publish-jobs.ts';
import type { Renderer } from './renderer-client.ts';

/* Background jobs in the database's queue: they survive restarts, and all workers share them. */

/** Expired rows: old sessions and logins, expired limits, visitors from before the window. */
const DELETE_EXPIRED_STATEMENTS = [
  `delete from session where expires_at < now()`,
  `delete from login_attempt where expires_at < now() - interval '${LOGIN_ATTEMPT_RETENTION_SECONDS} seconds'`,
  `delete from rate_limit where expire < extract(epoch from now()) * 1000`,
  `delete from thread_view where seen_at < now() - interval '${VIEW_WINDOW_SECONDS} seconds'`,
  `delete from job where finished_at < now() - interval '90 days'`,
  `delete from captcha where expires_at < now()`,
  `delete from sign_in where created_at < now() - interval '${SIGN_IN_RETENTION_DAYS} days'`,
  `delete from mail where created_at < now() - interval '${MAIL_LOG_RETENTION_DAYS} days'`,
  // Events that couldn't be mailed for a week, or pushed for a day, are outdated.
  `delete from delivery_event where channel = 'mail' and due_at < now() - interval '7 days'`,
  `delete from delivery_event where channel = 'push' and due_at < now() - interval '1 day'`,
  `delete from captcha_grant where expires_at < now()`,
  `delete from sent_write where created_at < now() - interval '${SENT_KEY_RETENTION_DAYS} days'`,
  `delete from recent_content where written_at < now() - interval '${REPEAT_WINDOW_SECONDS} seconds'`,
];

export async function deleteExpiredRows(db: Db): Promise<void> {
  for (const statement of DELETE_EXPIRED_STATEMENTS) await db.$client.query(statement);
}

export interface BackgroundJobDeps {
  db: Db;
  lockDb: Db;
  env: Env;
  log: Logger;
  renderer: Renderer;
  /** Removes published pages by their tags before it resolves. */
  takeDown(tags: readonly string[]): Promise<void>;
}

interface RunningJobs {
  /** Settles when the jobs end, also after a long database outage. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export async function startBackgroundJobs({
  db,
  lockDb,
  env,
  log,
  renderer,
  takeDown,
}: BackgroundJobDeps): Promise<RunningJobs> {
  const ending = new AbortController();
  const handlers: JobHandlers = {
    ...createPublishJobs(
      { db, lockDb, pages: openPages(env, db), cdn: createCdnClient(env) },
      renderer,
    ),
    resanitize: (work) => resanitizeAsJob(db, new URL(env.SITE_URL).host, work),
    screen: runFilterDryRun(db),
    purge: runPurgeJob({ db, timeZone: env.TIME_ZONE }),
  };
  /** A task that logs its number of items as `name`. */
  const countWork = (name: string, event: string, work: () => Promise<number>) => async () => {
    const count = await work();
    if (count > 0) log.info({ [name]: count }, event);
  };
  const taskList: TaskList = {
    sweep: () => deleteExpiredRows(db),
    uploads: countWork('deleted', 'uploads.deleted', () => sweepUploads(db, openStorage(env))),
    addresses: countWork('deleted', 'addresses.deleted', () => clearOldAddresses(db)),
    /** Deletes accounts that are due. */
    departures: countWork('deleted', 'accounts.deleted', () =>
      deleteDueAccounts({ db, takeDown, signal: ending.signal }),
    ),
    /** Creates an archive of a person's data. */
    async [EXPORT_TASK](payload) {
      const readyFor = await makeExport(
        {
          db,
          storage: openStorage(env),
          dataDir: env.DATA_DIR,
          siteUrl: env.SITE_URL,
          timeZone: env.TIME_ZONE,
          signal: ending.signal,
        },
        (payload as { export: number }).export,
      );
      if (readyFor !== undefined && env.SMTP_URL) await queueAccountMail(db, { userId: readyFor });
    },
    async exports() {
      await sweepExports(db, env.DATA_DIR);
    },
    /** Composes emails from due events. */
    [GATHER_TASK]: countWork('queued', 'mail.queued', () => gatherMail(db)),
    async [MAIL_TASK](payload) {
      await deliverMail({ db, env, describeAct }, (payload as { mail: number }).mail);
    },
    reads: countWork('deleted', 'readPositions.deleted', () => forgetOldReads(db)),
    /** Resets the counts of today after midnight. */
    async day() {
      await invalidate(db, toInvalidations(urgency.list, cacheTag.today()));
    },
    reopen: countWork('reopened', 'threads.reopened', () => reopenDueThreads(db)),
    /** Publishes pages of expired polls. */
    async polls() {
      await invalidateExpiredPolls(db);
    },
    /** Applies a ban that begins or ends now (R29). */
    async [BAN_TASK](payload) {
      const removedTags = await applyBan(db, (payload as { user: number }).user);
      if (removedTags.length > 0) await takeDown(removedTags);
    },
    /** Sends a bookmark's reminder. */
    async [REMINDER_TASK](payload) {
      await remindOfBookmark(db, { id: (payload as { bookmark: number }).bookmark });
    },
    /** Publishes the pages of a user whose level has changed. */
    async level(payload) {
      await invalidateUser(db, (payload as { user: number }).user);
    },
    resanitize: countWork('changed', 'messages.resanitized', () =>
      resanitize(db, new URL(env.SITE_URL).host),
    ),
    async [JOB_TASK](payload) {
      await runJob(db, handlers, (payload as { id: number }).id, ending.signal);
    },
    /** Adds missing jobs for rows, e.g. after a restore. */
    async rescue() {
      const added = await ensureScheduled(db);
      if (Object.values(added).some((count) => count > 0)) log.info(added, 'jobs.requeued');
    },
    appearances: countWork('filled', 'names.appearancesFilled', () => fillNameAppearances(db)),
    async reindex() {
      const indexed = await reindex(db);
      if (indexed > 0) log.info({ indexed }, 'search.indexed');
      await refreshWords(db);
    },
    /** Reads when the identity provider's certificate expires. */
    async certificate() {
      const seen = env.OIDC_ISSUER ? await readCertificate(env.OIDC_ISSUER) : undefined;
      if (seen) await recordCertificate(db, seen);
    },
    members: () => countMembers(db, env.TIME_ZONE),
    words: countWork('words', 'search.wordsCounted', () => refreshWords(db)),
  };
  const runner = await run({
    pgPool: db.$client,
    taskList,
    concurrency: 3,
    pollInterval: 5_000,
    noHandleSignals: true,
    logger: new JobLogger(
      (scope) => (level, message, meta) =>
        log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'](
          { ...scope, ...meta },
          message,
        ),
    ),
    parsedCronItems: parseCronItems([
      { task: 'sweep', match: '*/10 * * * *' },
      { task: 'uploads', match: '40 3 * * *' },
      { task: 'addresses', match: '20 3 * * *' },
      { task: 'reads', match: '30 3 * * *' },
      { task: 'exports', match: '*/10 * * * *' },
      { task: 'departures', match: '*/10 * * * *' },
      { task: 'words', match: '10 4 * * *' },
      { task: 'certificate', match: '15 */6 * * *' },
      { task: 'members', match: '25,55 * * * *' }, // shortly before midnight: a day isn't counted later
      { task: 'rescue', match: '* * * * *' },
      { task: 'polls', match: '* * * * *' },
      { task: 'reopen', match: '* * * * *' },
      ...(env.SMTP_URL
        ? [{ task: GATHER_TASK, match: '* * * * *', options: { queueName: GATHER_TASK } }]
        : []),
      { task: 'day', match: '0,30 * * * *' }, // covers midnight in every time zone
    ]),
  });
  runner.promise.catch(() => {}); // the caller is notified by `ended`
  try {
    // Each is cheap if nothing is outdated. They run one at a time, across processes.
    for (const task of ['resanitize', 'reindex', 'appearances', 'rescue', 'certificate', 'members'])
      await runner.addJob(task, {}, { jobKey: task, maxAttempts: 5 });
  } catch (error) {
    await runner.stop().catch(() => {});
    throw error;
  }
  return {
    ended: runner.promise,
    async stop() {
      // a job stops at its next step, and continues in another process or after the next start
      ending.abort();
      await runner.stop();
    },
  };
}

/** Runs the background jobs, and restarts them after failures and database outages. */
export function superviseJobs(deps: BackgroundJobDeps): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const incident = createIncident(deps.log, 'jobs');
  let running: RunningJobs | undefined;

  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      try {
        running = await startBackgroundJobs(deps);
        if (signal.aborted) return;
        incident.recordSuccess();
        await running.ended;
        throw new Error('the background jobs ended');
      } catch (error) {
        running = undefined;
        if (signal.aborted) return;
        await delay(incident.recordFailure(error), undefined, { signal }).catch(() => {});
      }
    }
  }
  const supervision = runUntilStopped();

  return {
    async stop() {
      ending.abort();
      await running?.stop().catch(() => {});
      await supervision;
      await running?.stop().catch(() => {}); // it was starting
    },
  };
}
