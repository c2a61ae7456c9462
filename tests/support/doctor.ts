import { expect } from 'vitest';
import { runScript } from './run-script.ts';
import { listen } from './upload-call.ts';

/** Findings about the run's database, which needn't survive a power cut. */
export const DURABILITY_CHECKS = [
  'database.fsync',
  'database.full_page_writes',
  'database.synchronous_commit',
];
/** Findings that depend on this machine. */
export const DISK_SPACE_CHECKS = ['disk.data', 'disk.site', 'disk.uploads'];

interface Told {
  ok: boolean;
  counts: Record<string, number>;
  findings: {
    id: string;
    checked: string;
    finding: string;
    sentence: string;
    advice: string;
    ignored: boolean;
  }[];
}

/** The doctor's findings, as JSON, for a forum with these settings. */
export async function runDoctor(env: Record<string, string>, ignored: string[] = []) {
  const options = ignored.length > 0 ? ['--ignore', ignored.join(',')] : [];
  const { code, stdout, stderr } = await runScript('doctor', ['--json', ...options], env);
  expect(stderr).toBe('');
  const told = JSON.parse(stdout) as Told;
  const find = (id: string) => {
    const found = told.findings.find((finding) => finding.id === id);
    if (!found) throw new Error(`Nothing is told of ${id}.`);
    return found;
  };
  return { code, stdout, told, find };
}

export const CLOUDFLARE_TOKEN = 'the-right-token';
/** A stand-in for Cloudflare's API, with and without a valid token. Resolves with the port. */
export const startCloudflare = (): Promise<number> =>
  listen((request, response) => {
    request.resume();
    const isRight = request.headers.authorization === `Bearer ${CLOUDFLARE_TOKEN}`;
    response
      .writeHead(isRight ? 200 : 403, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: isRight }));
  });
