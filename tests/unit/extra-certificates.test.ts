import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inheritedEnv } from '../support/processes.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { createCertificate } from '../support/tls-server.ts';

/* NODE_EXTRA_CA_CERTS in a file of settings, as commands read it. */

const folder = temporaryFolder('extra-certificates');
const PROGRAM = `
  import tls from 'node:tls';
  import { readEnv } from '#platform/env.ts';
  const before = tls.getCACertificates('default').length;
  try {
    readEnv();
    console.log(tls.getCACertificates('default').length - before);
  } catch (error) {
    console.log(error.message);
  }`;

/** Runs a command with these lines in its file of settings. Returns its output. */
function runWith(lines: string): string {
  const file = join(folder, 'forum.env');
  writeFileSync(file, lines);
  const { NODE_EXTRA_CA_CERTS, ...env } = inheritedEnv();
  const run = spawnSync(
    process.execPath,
    [`--env-file=${file}`, '--input-type=module-typescript', '--eval', PROGRAM],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8', env },
  );
  return run.stdout.trim() || run.stderr;
}

test('[ops] commands trust the authorities of NODE_EXTRA_CA_CERTS in forum.env', () => {
  const { certificate } = createCertificate(folder, 'authority', 2);
  expect(runWith(`NODE_EXTRA_CA_CERTS=${certificate}\n`)).toBe('1');
});

test('[ops] commands without it trust no other authority', () => {
  expect(runWith('')).toBe('0');
});

test('[ops] a missing file of authorities is reported in a sentence', () => {
  expect(runWith('NODE_EXTRA_CA_CERTS=/nowhere.pem\n')).toMatch(
    /^NODE_EXTRA_CA_CERTS: the certificates in \/nowhere\.pem can’t be read: ENOENT/,
  );
});
