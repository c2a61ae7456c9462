import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensurePrometheus } from '../support/prometheus.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The rules in scripts/deploy/prometheus, tested with Prometheus' own tool. */

const RULES = join(import.meta.dirname, '../../scripts/deploy/prometheus/alerts.yml');
const promtool = ensurePrometheus('promtool');

/** Series in promtool's notation (first value, change per 15 s step, number of steps). */
type Case = Record<'firing' | 'quiet', Record<string, string>>;
const constant = (value: number) => `${value}+0x120`;

const CASES: Record<string, Case> = {
  ForumDown: {
    firing: { 'up{job="forum"}': constant(0) },
    quiet: { 'up{job="forum"}': constant(1), 'up{job="node"}': constant(0) },
  },
  ForumDatabaseDown: {
    firing: { forum_database_up: constant(0) },
    quiet: { forum_database_up: constant(1) },
  },
  ForumErrors: {
    firing: {
      'forum_http_requests_total{status="200"}': '0+97x120',
      'forum_http_requests_total{status="503"}': '0+3x120',
    },
    quiet: {
      'forum_http_requests_total{status="200"}': '0+99x120',
      'forum_http_requests_total{status="500"}': '0+1x120',
    },
  },
  ForumSlow: {
    firing: {
      'forum_http_request_seconds_bucket{route="/api/v1/post",le="1"}': '0+90x120',
      'forum_http_request_seconds_bucket{route="/api/v1/post",le="2.5"}': '0+100x120',
      'forum_http_request_seconds_bucket{route="/api/v1/post",le="+Inf"}': '0+100x120',
    },
    quiet: {
      'forum_http_request_seconds_bucket{route="/api/v1/post",le="1"}': '0+100x120',
      'forum_http_request_seconds_bucket{route="/api/v1/post",le="+Inf"}': '0+100x120',
    },
  },
  ForumEventLoopLate: {
    firing: { 'forum_event_loop_delay_seconds{thread="main",percentile="99"}': constant(0.6) },
    quiet: {
      'forum_event_loop_delay_seconds{thread="main",percentile="99"}': constant(0.02),
      'forum_event_loop_delay_seconds{thread="renderer",percentile="99"}': constant(0.6),
    },
  },
  ForumPublishingBehind: {
    firing: { 'forum_publish_oldest_seconds{kind="posts"}': constant(90) },
    quiet: {
      'forum_publish_oldest_seconds{kind="posts"}': constant(2),
      'forum_publish_oldest_seconds{kind="counts"}': constant(90),
    },
  },
  ForumPagesUnwritable: {
    firing: { forum_pages_unwritable: constant(1) },
    quiet: { forum_pages_unwritable: constant(0) },
  },
  ForumPagesFail: {
    firing: { forum_failing_pages: constant(1) },
    quiet: { forum_failing_pages: '1+0x20 0+0x100' },
  },
  ForumDiskFull: {
    firing: { 'forum_inodes_free_ratio{place="site"}': constant(0.05) },
    quiet: {
      'forum_disk_free_ratio{place="site"}': constant(0.4),
      'forum_inodes_free_ratio{place="site"}': constant(0.4),
    },
  },
  ForumTakedownsUnconfirmed: {
    firing: { 'forum_purges_waiting{kind="takedown"}': constant(1) },
    quiet: {
      'forum_purges_waiting{kind="takedown"}': constant(0),
      'forum_purges_waiting{kind="change"}': constant(9),
    },
  },
  ForumReplicaBehind: {
    firing: { forum_replica_lag_seconds: constant(45) },
    quiet: { forum_replica_lag_seconds: constant(1) },
  },
  ForumPoolExhausted: {
    firing: { 'forum_pool_refusals_total{pool="requests"}': '0+1x120' },
    quiet: { 'forum_pool_refusals_total{pool="requests"}': constant(7) },
  },
  ForumJobsWait: {
    firing: { 'forum_jobs_oldest_seconds{task="mail"}': constant(1_000) },
    quiet: { 'forum_jobs_oldest_seconds{task="mail"}': constant(30) },
  },
  ForumJobsFail: {
    firing: { 'forum_jobs_failed{task="mail"}': constant(2) },
    quiet: { 'forum_jobs_failed{task="mail"}': constant(0) },
  },
  ForumMailWaits: {
    firing: { forum_mail_oldest_seconds: constant(2_000) },
    quiet: { forum_mail_oldest_seconds: constant(60) },
  },
  ForumMailFails: {
    firing: { forum_mail_failed_today: constant(21) },
    quiet: { forum_mail_failed_today: constant(3) },
  },
  ForumBackupOld: {
    firing: { forum_backup_age_seconds: constant(200_000) },
    quiet: { forum_backup_age_seconds: constant(80_000) },
  },
  ForumRestoreDrillOld: {
    firing: { forum_restore_drill_age_seconds: constant(36 * 86_400) },
    quiet: { forum_restore_drill_age_seconds: constant(34 * 86_400) },
  },
  ForumRestoreDrillFailed: {
    firing: { forum_restore_drill_ok: constant(0) },
    quiet: { forum_restore_drill_ok: constant(1) },
  },
  ForumCertificateEnds: {
    firing: { forum_certificate_ends_seconds: constant(-60) },
    quiet: { forum_certificate_ends_seconds: constant(5_000_000) },
  },
  ForumRestarts: {
    firing: { 'process_start_time_seconds{job="forum"}': '0+60x120' },
    quiet: { 'process_start_time_seconds{job="forum"}': '0+0x60 900+0x60' },
  },
};

test('[ops] each alert has a case here', () => {
  const names = Array.from(
    readFileSync(RULES, 'utf8').matchAll(/^ +- alert: (\w+)$/gm),
    ([, name]) => name,
  );
  expect(names.sort()).toEqual(Object.keys(CASES).sort());
});

test.skipIf(!promtool)('[ops] each alert fires when it should, and not when it should not', () => {
  const folder = temporaryFolder('alerts');
  copyFileSync(RULES, join(folder, 'alerts.yml'));
  const tests = Object.entries(CASES).flatMap(([name, cases]) =>
    (['firing', 'quiet'] as const).map((state) => ({
      name: `${name} ${state}`,
      interval: '15s',
      input_series: Object.entries(cases[state]).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
          eval_time: '29m',
          exp_samples: [{ labels: '{}', value: state === 'firing' ? 1 : 0 }],
        },
      ],
    })),
  );
  writeFileSync(
    join(folder, 'cases.yml'),
    JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '15s', tests }),
  );
  const { status, stdout, stderr } = spawnSync(
    promtool as string,
    ['test', 'rules', join(folder, 'cases.yml')],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
});
