import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unmeasurable } from './figures.ts';

export interface LoadOptions {
  /** The server's address without a path. */
  url: string;
  paths: readonly string[];
  seconds: number;
  connections?: number;
  threads?: number;
  headers?: Record<string, string>;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  bytesPerRequest: number;
  /** Milliseconds. */
  p50: number;
  p90: number;
  p99: number;
  /** Responses with status 400 and above. */
  refused: number;
  broken: number;
}

/** Throws Unmeasurable if wrk isn't installed. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['-v']).error)
    throw new Unmeasurable('wrk is not installed: apt-get install wrk');
}

/** Requests the paths in random order, as fast as the connections allow. */
export async function runWrk({
  url,
  paths,
  seconds,
  connections = 32,
  threads = 2,
  headers = {},
}: LoadOptions): Promise<LoadResult> {
  requireWrk();
  if (new URL(url).hostname !== '127.0.0.1') throw new Error('Load goes to this machine alone.');
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const list = join(folder, 'paths');
  writeFileSync(list, paths.join('\n'));
  const args = [
    `-t${threads}`,
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    '-s',
    join(import.meta.dirname, 'wrk.lua'),
    url,
    '--',
    list,
  ];
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn('wrk', args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: (seconds + 30) * 1000,
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', () => resolve(out));
  });
  rmSync(folder, { recursive: true });
  const json = /^JSON (.*)$/m.exec(text)?.[1];
  if (!json) throw new Error(`wrk said: ${text}`);
  const output = JSON.parse(json) as {
    requests: number;
    seconds: number;
    bytes: number;
    p50: number;
    p90: number;
    p99: number;
    refused: number;
    broken: number;
  };
  return {
    ...output,
    perSecond: output.requests / output.seconds,
    bytesPerRequest: output.bytes / Math.max(1, output.requests),
  };
}
