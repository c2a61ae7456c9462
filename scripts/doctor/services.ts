import { describeFailure, describeServer, getTransport } from '#domain/delivery/mail/transport.ts';
import { ConfigError } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { ask } from './ask.ts';
import type { Check } from './check.ts';
import { describeError } from './describe-error.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import type { Forum } from './forum.ts';
import { getServerUrl } from './site.ts';

/* Checks external services: CDN cache, mail, bucket, monitoring. */

/** A key without pages: purging it removes nothing from the cache. */
const PROBE_KEY = 'doctor-probe';
const PURGE_TIMEOUT_MS = 8_000;

async function checkCdn({ env }: Forum): Promise<Result> {
  const cdn = createCdnClient(env);
  if (!cdn) return skipped('CDN is not set.');
  try {
    await cdn.purge([PROBE_KEY], AbortSignal.timeout(PURGE_TIMEOUT_MS));
  } catch (error) {
    return problem(
      `The cache in front (${env.CDN}) rejects purges: ${describeError(error)}.`,
      env.CDN === 'varnish'
        ? 'Check that CDN_URL is the address of Varnish’s listener “purge”, and that its rules (scripts/deploy/varnish.vcl) allow this machine to purge.'
        : 'Check that CDN_URL names the right zone or service, and that CDN_TOKEN is valid and may purge.',
    );
  }
  return ok(`The cache in front (${env.CDN}) accepts purges.`);
}

async function checkMail({ env }: Forum): Promise<Result> {
  const transport = getTransport(env);
  if (!transport) return skipped('SMTP_URL is not set: no mail is sent.');
  try {
    await transport.verify();
  } catch (error) {
    return problem(
      `The mail server ${describeServer(env)} rejects mail from this machine: ${describeFailure(error).message}.`,
      'Check host, port, user and password in SMTP_URL. Use smtps: for implicit TLS.',
    );
  }
  return ok(`The mail server ${describeServer(env)} accepts mail from this machine.`);
}

async function checkBucket({ env }: Forum): Promise<Result> {
  if (!env.STORAGE_URL) return skipped('STORAGE_URL is not set: uploads are in a folder.');
  const storage = openStorage(env);
  try {
    await storage.probe();
    for await (const _ of storage.list()) break;
  } catch (error) {
    const { message } = error as Error;
    return problem(
      error instanceof ConfigError ? message : `The bucket can’t be used: ${message}`,
      'Check host, bucket, region and keys in STORAGE_URL, and that the keys may list, write and delete.',
    );
  }
  return ok('The bucket of uploads is readable and writable.');
}

async function checkPagesBucket({ env }: Forum): Promise<Result> {
  if (!env.PAGES_URL) return skipped('PAGES_URL is not set: pages are in a folder.');
  const bucket = openPagesBucket(env.PAGES_URL);
  let page: string | undefined;
  try {
    await bucket.probe();
    for await (const { key } of bucket.list()) {
      page = key;
      break;
    }
  } catch (error) {
    const { message } = error as Error;
    return problem(
      error instanceof ConfigError ? message : `The bucket of pages can’t be used: ${message}`,
      'Check host, bucket, region and keys in PAGES_URL, and that the keys may list, read, write and delete.',
    );
  }
  if (!page) return ok('The bucket of pages is writable. It is empty.');
  const { status } = await ask(`${bucket.address}/${page}`);
  return status === 200
    ? ok('The bucket of pages is writable, and readable for everybody.')
    : problem(
        `The bucket of pages answers ${status} to readers without a key: nginx can’t read it.`,
        'Let everybody read its objects (scripts/deploy/nginx-bucket.conf).',
      );
}

async function checkPublicBucket({ env: { STORAGE_PUBLIC_URL } }: Forum): Promise<Result> {
  if (!STORAGE_PUBLIC_URL) return skipped('STORAGE_PUBLIC_URL is not set.');
  try {
    const { status } = await ask(STORAGE_PUBLIC_URL);
    if (status < 500) return ok(`${STORAGE_PUBLIC_URL} answers.`);
    return problem(
      `${STORAGE_PUBLIC_URL} answers ${status}: pictures are not available to readers.`,
      'Check the bucket or the CDN that serves it.',
    );
  } catch (error) {
    return problem(
      `No server responds at ${STORAGE_PUBLIC_URL}: ${describeError(error)}. Pictures are not available to readers.`,
      'Correct STORAGE_PUBLIC_URL, or remove it, so that the forum serves the files.',
    );
  }
}

async function checkMetrics({ env }: Forum): Promise<Result> {
  if (!env.METRICS_TOKEN)
    return env.loopback
      ? skipped('METRICS_TOKEN is not set: /metrics is disabled.')
      : warning(
          'METRICS_TOKEN is not set: there is no monitoring.',
          'Set it, and have Prometheus read /metrics (scripts/deploy/prometheus).',
        );
  const url = `${getServerUrl(env)}/metrics`;
  try {
    const { status, text } = await ask(url, { authorization: `Bearer ${env.METRICS_TOKEN}` });
    if (status === 200 && text.includes('forum_http_requests_total'))
      return ok('/metrics accepts METRICS_TOKEN.');
    return problem(
      `${url} answers ${status} to METRICS_TOKEN: the server has another token, or none.`,
      'Restart the server with the same METRICS_TOKEN, and configure it in Prometheus.',
    );
  } catch (error) {
    return skipped(`No server responds at ${url} (${describeError(error)}).`);
  }
}

export const SERVICE_CHECKS: readonly Check[] = [
  { id: 'cdn', checked: 'the cache in front', run: checkCdn },
  { id: 'mail', checked: 'the mail server', run: checkMail },
  { id: 'bucket', checked: 'the bucket of uploads', run: checkBucket },
  { id: 'bucket.pages', checked: 'the bucket of pages', run: checkPagesBucket },
  { id: 'bucket.public', checked: 'the public address of the bucket', run: checkPublicBucket },
  { id: 'metrics', checked: '/metrics for Prometheus', run: checkMetrics },
];
