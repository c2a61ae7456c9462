import { describeFailure, describeServer, getTransport } from '#domain/mail/transport.ts';
import { ConfigError } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
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
      `The cache in front (${env.CDN}) does not take purges: ${describeError(error)}.`,
      env.CDN === 'varnish'
        ? 'See whether CDN_URL leads to the listener of Varnish that is named “purge”, and whether its rules (scripts/deploy/varnish.vcl) let this machine purge.'
        : 'See whether CDN_URL names the right zone or service, and whether CDN_TOKEN is valid and may purge.',
    );
  }
  return ok(`The cache in front (${env.CDN}) takes purges.`);
}

async function checkMail({ env }: Forum): Promise<Result> {
  const transport = getTransport(env);
  if (!transport) return skipped('SMTP_URL is not set: no mail is sent.');
  try {
    await transport.verify();
  } catch (error) {
    return problem(
      `The mail server ${describeServer(env)} takes no mail from here: ${describeFailure(error).message}.`,
      'See whether SMTP_URL has the right host, port, user and password, and smtps: for a server that begins with TLS.',
    );
  }
  return ok(`The mail server ${describeServer(env)} takes mail from here.`);
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
      'See whether STORAGE_URL has the right host, bucket, region and keys, and whether these may list, write and delete.',
    );
  }
  return ok('The bucket of uploads can be listed and written.');
}

async function checkPublicBucket({ env: { STORAGE_PUBLIC_URL } }: Forum): Promise<Result> {
  if (!STORAGE_PUBLIC_URL) return skipped('STORAGE_PUBLIC_URL is not set.');
  try {
    const { status } = await ask(STORAGE_PUBLIC_URL);
    if (status < 500) return ok(`${STORAGE_PUBLIC_URL} answers.`);
    return problem(
      `${STORAGE_PUBLIC_URL} answers ${status}: readers see no pictures.`,
      'Look at the bucket or the CDN that serves it.',
    );
  } catch (error) {
    return problem(
      `Nothing answers at ${STORAGE_PUBLIC_URL}: ${describeError(error)}. Readers see no pictures.`,
      'Correct STORAGE_PUBLIC_URL, or remove it: the server hands the files on then.',
    );
  }
}

async function checkMetrics({ env }: Forum): Promise<Result> {
  if (!env.METRICS_TOKEN)
    return env.loopback
      ? skipped('METRICS_TOKEN is not set: there is no /metrics.')
      : warning(
          'METRICS_TOKEN is not set: nobody is told when something goes wrong.',
          'Set it, and have Prometheus read /metrics (scripts/deploy/prometheus).',
        );
  const url = `${getServerUrl(env)}/metrics`;
  try {
    const { status, text } = await ask(url, { authorization: `Bearer ${env.METRICS_TOKEN}` });
    if (status === 200 && text.includes('forum_http_requests_total'))
      return ok('/metrics is there, and METRICS_TOKEN opens it.');
    return problem(
      `${url} answers ${status} to METRICS_TOKEN: the server was started with another one, or none.`,
      'Start the server anew with the same METRICS_TOKEN, and give it to Prometheus.',
    );
  } catch (error) {
    return skipped(`No server answers here at ${url} (${describeError(error)}).`);
  }
}

export const SERVICE_CHECKS: readonly Check[] = [
  { id: 'cdn', lookedAt: 'the cache in front', look: checkCdn },
  { id: 'mail', lookedAt: 'the mail server', look: checkMail },
  { id: 'bucket', lookedAt: 'the bucket of uploads', look: checkBucket },
  {
    id: 'bucket.public',
    lookedAt: 'where readers reach that bucket',
    look: checkPublicBucket,
  },
  { id: 'metrics', lookedAt: '/metrics for Prometheus', look: checkMetrics },
];
