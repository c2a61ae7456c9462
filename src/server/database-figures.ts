import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { createCachedCheck } from '#api/http/health-check.ts';
import type { Db } from '#db/client.ts';
import type { Replica } from '#db/replica.ts';
import { readMailState } from '#domain/delivery/mail/read-log.ts';
import { readPublishing } from '#domain/operations/publishing/read.ts';
import { readDrill, readOperation } from '#domain/operations/read.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';

/*
 * Gauges of the database, equal on all servers, and of this server's disks, for GET /metrics. They
 * are read on demand, at most once per FIGURES_CACHE_MS.
 */

const FIGURES_CACHE_MS = 5_000;

const clearings: (() => void)[] = [];

function gauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Gauge<Label> {
  const created = new Gauge({ name, help, labelNames, registers: [metrics], aggregator: 'first' });
  clearings.push(() => {
    created.reset();
    // a gauge without labels would be 0 instead of unknown
    if (labelNames.length === 0) created.remove();
  });
  return created;
}

const figures = {
  up: gauge('forum_database_up', 'Whether the database answered the last query (1 or 0)'),
  bytes: gauge('forum_database_bytes', 'Size of the database'),
  pages: gauge('forum_pages', 'Published pages (estimate)'),
  outdatedPages: gauge(
    'forum_outdated_pages',
    'Pages rendered by another build or with another brand',
  ),
  failingPages: gauge('forum_failing_pages', 'Pages whose last rendering failed'),
  unwritable: gauge('forum_pages_unwritable', 'Whether pages currently can’t be written (1 or 0)'),
  publishWaiting: gauge(
    'forum_publish_waiting',
    'Pending invalidations, by kind: posts, lists, counts',
    ['kind'],
  ),
  publishOldest: gauge(
    'forum_publish_oldest_seconds',
    'Age of the oldest pending invalidation, by kind',
    ['kind'],
  ),
  purgesWaiting: gauge(
    'forum_purges_waiting',
    'Purges that the CDN hasn’t confirmed, by kind: takedown, change',
    ['kind'],
  ),
  purgesOldest: gauge('forum_purges_oldest_seconds', 'Age of the oldest unconfirmed purge'),
  jobsWaiting: gauge('forum_jobs_waiting', 'Pending jobs, by task', ['task']),
  jobsFailed: gauge('forum_jobs_failed', 'Jobs that failed for good, by task', ['task']),
  jobsOldest: gauge('forum_jobs_oldest_seconds', 'Age of the oldest pending job, by task', [
    'task',
  ]),
  mailWaiting: gauge('forum_mail_waiting', 'Emails waiting to be sent'),
  mailOldest: gauge('forum_mail_oldest_seconds', 'Age of the oldest waiting email'),
  mailFailed: gauge('forum_mail_failed_today', 'Emails of the last 24 hours that failed'),
  diskFree: gauge('forum_disk_free_ratio', 'Free share of a disk, by folder: site, data', [
    'folder',
  ]),
  inodesFree: gauge('forum_inodes_free_ratio', 'Free share of a disk’s inodes, by folder', [
    'folder',
  ]),
  backupAge: gauge('forum_backup_age_seconds', 'Age of the last backup, if any'),
  drillAge: gauge(
    'forum_restore_drill_age_seconds',
    'Time since the last successful restore drill, or since the first backup',
  ),
  drillOk: gauge(
    'forum_restore_drill_ok',
    'Whether the last restore drill succeeded (1 or 0), if any',
  ),
  certificateEnds: gauge(
    'forum_certificate_ends_seconds',
    'Seconds until the identity provider’s certificate expires, if known',
  ),
  replicaLag: gauge('forum_replica_lag_seconds', 'Lag of the replica'),
} as const;

const secondsSince = (time: string): number => (Date.now() - Date.parse(time)) / 1_000;

export interface FigureSources {
  db: Db;
  replica: Pick<Replica, 'lagSeconds'> | undefined;
  env: Env;
  log: Logger;
  buildFingerprint: string;
}

/** Measures the disk of a folder; some file systems have no inodes. */
async function readDisk(name: string, path: string): Promise<void> {
  const { blocks, bavail, files, ffree } = await statfs(path);
  figures.diskFree.set({ folder: name }, bavail / blocks);
  if (files > 0) figures.inodesFree.set({ folder: name }, ffree / files);
}

async function readDatabase({ db, replica, env, buildFingerprint }: FigureSources): Promise<void> {
  const [publishing, mail, operation, drill] = await Promise.all([
    readPublishing(db, buildFingerprint, env.CDN),
    env.SMTP_URL ? readMailState(db, env) : undefined,
    readOperation(db),
    readDrill(db),
  ]);
  figures.up.set(1);
  figures.bytes.set(operation.database_bytes);
  if (operation.backup) figures.backupAge.set(secondsSince(operation.backup.at));
  const drilled = drill.succeeded_at ?? drill.backups_since;
  if (drilled) figures.drillAge.set(secondsSince(drilled));
  if (drill.ok !== null) figures.drillOk.set(drill.ok ? 1 : 0);
  if (operation.certificate?.ends_at)
    figures.certificateEnds.set(-secondsSince(operation.certificate.ends_at));
  figures.pages.set(publishing.pages);
  figures.outdatedPages.set(publishing.outdated);
  figures.failingPages.set(publishing.failures);
  figures.unwritable.set(publishing.storage ? 1 : 0);
  for (const { lane, waiting, oldest } of publishing.lanes) {
    figures.publishWaiting.set({ kind: lane }, waiting);
    figures.publishOldest.set({ kind: lane }, oldest);
  }
  if (publishing.cdn) {
    const { waiting, takedowns, oldest } = publishing.cdn;
    figures.purgesWaiting.set({ kind: 'takedown' }, takedowns);
    figures.purgesWaiting.set({ kind: 'change' }, waiting - takedowns);
    figures.purgesOldest.set(oldest);
  }
  for (const { task, waiting, failed, oldest } of publishing.tasks) {
    figures.jobsWaiting.set({ task }, waiting);
    figures.jobsFailed.set({ task }, failed);
    figures.jobsOldest.set({ task }, oldest);
  }
  if (mail) {
    figures.mailWaiting.set(mail.waiting);
    figures.mailOldest.set(mail.oldest);
    figures.mailFailed.set(mail.failed);
  }
  if (replica?.lagSeconds !== undefined) figures.replicaLag.set(replica.lagSeconds);
}

/** Reads the gauges. Never rejects: a failed read means that the database is down. */
export const createDatabaseFigures = (sources: FigureSources): (() => Promise<unknown>) =>
  createCachedCheck(FIGURES_CACHE_MS, () => {
    for (const clear of clearings) clear();
    const { env, log } = sources;
    return Promise.all([
      readDatabase(sources).catch((error: unknown) => {
        figures.up.set(0);
        log.warn({ err: error }, 'metrics.databaseFailed');
      }),
      ...[['site', env.SITE_DIR] as const, ['data', env.DATA_DIR] as const].map(([folder, path]) =>
        readDisk(folder, path).catch((error: unknown) =>
          log.warn({ err: error, folder }, 'metrics.diskFailed'),
        ),
      ),
    ]);
  });
