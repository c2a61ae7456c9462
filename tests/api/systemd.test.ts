import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv, VARIABLE_NAMES } from '#platform/env.ts';
import { SERVER_STOP_MS } from '#platform/limits.ts';
import { createLog } from '#platform/log.ts';
import { watchLiveness } from '../../scripts/start/liveness.ts';
import { findServiceManager } from '../../scripts/start/service-manager.ts';
import { reservePort } from '../support/ports.ts';
import { prepareDataDir } from '../support/prepared-data-dir.ts';
import { eventually, isRunning } from '../support/processes.ts';
import { startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { isSystemdMissing, listenAsSystemd } from '../support/systemd.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The units of scripts/deploy/systemd, and the messages of their processes to systemd. */

const root = join(import.meta.dirname, '../..');
const deployFolder = join(root, 'scripts/deploy');
const unitFolder = join(deployFolder, 'systemd');
const UNITS = ['forum-all', 'forum-web@4321', 'forum-worker', 'forum-drill'].map(
  (name) => `${name}.service`,
);
const unitText = (name: string) =>
  readFileSync(join(unitFolder, name.replace(/@\w+/, '@')), 'utf8');
const settingOf = (name: string, key: string) =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(unitText(name))?.[1];

const missing = isSystemdMissing();
describe.skipIf(missing)('[ops] the units of systemd', () => {
  /** As installed, but with this code folder. */
  function install(): string {
    const folder = temporaryFolder('units');
    cpSync(unitFolder, folder, { recursive: true });
    for (const name of readdirSync(folder, { recursive: true }) as string[])
      if (/\.(?:service|conf|timer)$/.test(name)) {
        const file = join(folder, name);
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/forum', root));
      }
    return folder;
  }
  const analyze = (cwd: string, ...args: string[]) =>
    spawnSync('systemd-analyze', args, { cwd, encoding: 'utf8' });

  test('are such as systemd understands, without a warning', () => {
    const files = [...UNITS, 'forum-drill.timer'].map((name) => `./${name}`);
    expect(analyze(install(), 'verify', ...files)).toMatchObject({ status: 0, stderr: '' });
    expect(files).toHaveLength(
      readdirSync(unitFolder).filter((name) => /\.(?:service|timer)$/.test(name)).length,
    );
  });

  test.each(UNITS)('%s may do little: systemd finds it safe', (name) => {
    const options = ['--offline=true', '--no-pager', '--threshold=20', `./${name}`];
    const { status, stdout } = analyze(install(), 'security', ...options);
    expect([status, stdout.split('\n').filter((line) => /Overall/.test(line))]).toEqual([
      0,
      [expect.stringMatching(/ 1\.\d OK/)],
    ]);
  });

  test.each(UNITS.slice(0, 3))(
    '%s waits as long as an orderly end may take, and the watchdog longer than it takes to end a server that hangs',
    (name) => {
      const longestDrainMs = 120_000;
      expect(() => readEnv({ DRAIN_SECONDS: String(longestDrainMs / 1_000 + 1) })).toThrow();
      expect(Number(settingOf(name, 'TimeoutStopSec')) * 1_000).toBeGreaterThan(
        longestDrainMs + SERVER_STOP_MS + 4_000 + 10_000,
      );
      expect(settingOf(name, 'KillMode')).toBe('mixed');
      // three pings, one check, the longest pause, a start
      expect((Number(settingOf(name, 'WatchdogSec')) * 1_000) / 2).toBeGreaterThan(
        15_000 + 3_500 + 30_000 + 5_000,
      );
    },
  );

  test('the settings that they read are settings, commented ones too, and make a forum', () => {
    const lines = readFileSync(join(deployFolder, 'forum.env'), 'utf8').split('\n');
    const given = lines.flatMap((line) => {
      const [, mark = '', name = '', value = ''] = /^(# )?([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [{ isSet: mark === '', name, value }] : [];
    });
    expect(given.map(({ name }) => name).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual(
      [],
    );
    const set = given.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value]);
    expect(readEnv(Object.fromEntries(set))).toMatchObject({
      DATA_DIR: '/var/lib/forum',
      TRUST_PROXY: 1,
      secure: true,
    });
  });
});

describe.skipIf(missing)('[ops] systemd gets messages', async () => {
  if (missing) return void test('nothing', () => expect.unreachable());
  await fetchShared('build');

  test.each(['all', 'worker'])(
    'by a forum with ROLE=%s when it works, that its main thread runs, and that it ends',
    async (role) => {
      const { socket, received } = await listenAsSystemd(temporaryFolder('notify'));
      const own = { DATA_DIR: await prepareDataDir('systemd') };
      const forum = startScript('start', [], {
        ...own,
        ROLE: role,
        PORT: String(await reservePort()),
        LOG_LEVEL: 'warn',
        NOTIFY_SOCKET: socket,
        WATCHDOG_USEC: '1000000',
      });
      try {
        await eventually(() => received().includes('WATCHDOG=1'));
        expect(received()[0]).toBe('READY=1');
        process.kill(forum.pid, 'SIGTERM');
        expect((await forum.ended).code).toBe(0);
        await eventually(() => received().includes('STOPPING=1'));
        expect(received().at(-1)).toBe('STOPPING=1');
      } finally {
        if (isRunning(forum.pid)) forum.interrupt();
      }
    },
    90_000,
  );

  test('nothing more of a main thread that hangs, until there is another', async () => {
    const { socket, received } = await listenAsSystemd(temporaryFolder('notify'));
    const manager = findServiceManager(createLog('silent'), {
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: '200000',
    });
    const begin = async () => {
      const child = spawn(process.execPath, [join(root, 'tests/support/pinged-child.ts')], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      await new Promise((resolve) => child.once('message', resolve));
      return child;
    };
    const first = await begin();
    const silent = new Promise<void>((resolve) =>
      watchLiveness(first, resolve, 200, manager.alive),
    );
    await eventually(() => received().length >= 3);
    first.send('loop');
    await silent;
    // the last answers came before the three unanswered pings
    const fed = received().length;
    const last = await begin();
    expect(received()).toHaveLength(fed);
    first.kill('SIGKILL');
    const stopWatching = watchLiveness(last, () => {}, 200, manager.alive);
    await eventually(() => received().length > fed);
    expect(new Set(received())).toEqual(new Set(['WATCHDOG=1']));
    stopWatching();
    last.kill('SIGKILL');
  }, 60_000);
});
