import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../../tests/support/processes.ts';
import { createMachine, type Machine, readEnvFile } from './machine.ts';
import { createNetwork, INTERFACE, type Network } from './network.ts';

/* Three machines as scripts/deploy/many/README.md describes them, and a fourth for the bucket. */

const root = join(import.meta.dirname, '../../../..');
const PAGE = join(root, 'scripts/deploy/many/README.md');
export const MACHINE_NAMES = ['a', 'b', 'c'] as const;
const BUCKET_NUMBER = 10;
const BUCKET_PORT = 9000;
const FLOATING_NUMBER = 100;
const PATRONI_PORT = 8008;
/** haproxy's for readers, which has a certificate outside of tests. */
export const READERS_PORT = 443;
const FOLDERS = ['default', 'patroni', 'haproxy', 'forum', 'varnish', 'nginx/conf.d', 'keepalived'];
const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const PASSWORD = 'three-machines';

/** The page's commands that fill in a template. */
const templateCommands = (): string[] =>
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\{? ?(?:\w+=\S.* )?envsubst '/.test(line));

export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | 'unknown';
}

export interface Topology {
  network: Network;
  machines: readonly Machine[];
  machine(name: string): Machine;
  bucket: Machine;
  /** Readers' address, which moves, and each machine's own. */
  url: string;
  siteDir: string;
  /** Members of the cluster, as the first answering Patroni among these machines sees them. */
  members(among?: readonly Machine[]): Promise<Member[]>;
  leader(among?: readonly Machine[]): Promise<Machine>;
  syncStandby(): Promise<Machine>;
  /** The machine that has the floating address. */
  entrance(): Machine;
  /** The primary's address, from this host. */
  databaseUrl(): Promise<string>;
  /** Environment of operators' commands on this host. */
  env(): Promise<Record<string, string>>;
  /** Resolves when all services of a machine work. */
  waitUntilHealthy(): Promise<void>;
  end(): Promise<void>;
}

function writeConfigs(folder: string, values: Record<string, string>): void {
  for (const name of FOLDERS) mkdirSync(join(folder, 'etc', name), { recursive: true });
  for (const command of templateCommands()) {
    const { status, stderr } = spawnSync(
      'bash',
      ['-e', '-o', 'pipefail', '-c', command.replace(/(>>?) \/etc\//, `$1 ${folder}/etc/`)],
      { cwd: root, env: { ...process.env, ...values }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  }
}

/** Options of programs that Debian's units set, with this machine's folders. */
function addServices(machine: Machine, hostAddress: string): void {
  const { folder, address, services } = machine;
  const etc = (file: string) => join(folder, 'etc', file);
  const add = (name: string, service: Omit<Parameters<typeof services.set>[1], 'name'>) =>
    services.set(name, { name, ...service });
  add('etcd', {
    command: ['etcd'],
    env: { ...readEnvFile(etc('default/etcd')), ETCD_DATA_DIR: join(folder, 'etcd') },
  });
  const patroni = etc('patroni/config.yml');
  // No watchdog: it would restart this host. This host connects, too.
  writeFileSync(
    patroni,
    readFileSync(patroni, 'utf8')
      .replace('mode: automatic', 'mode: off')
      .replace('  pg_hba:', `$&\n    - host all all ${hostAddress}/32 scram-sha-256`),
  );
  add('patroni', { command: ['patroni', patroni], user: 'postgres' });
  add('haproxy', {
    command: [
      '/usr/sbin/haproxy',
      '-db',
      ...['haproxy', 'database', 'readers'].flatMap((name) => ['-f', etc(`haproxy/${name}.cfg`)]),
    ],
  });
  mkdirSync(join(folder, 'nginx'), { recursive: true });
  writeFileSync(
    etc('nginx/nginx.conf'),
    `user root; daemon off; worker_processes 1; pid ${folder}/run/nginx.pid;
error_log ${folder}/log/nginx-error.log;
worker_rlimit_nofile 20000; events { worker_connections 10000; }
http { access_log off; ${TEMP_PATHS.map((name) => `${name}_temp_path ${folder}/nginx/${name};`).join(' ')}
include ${etc('nginx/conf.d')}/*.conf; }
`,
  );
  add('nginx', {
    command: ['/usr/sbin/nginx', '-p', folder, '-e', 'stderr', '-c', etc('nginx/nginx.conf')],
  });
  add('varnish', {
    command: [
      ...(['/usr/sbin/varnishd', '-j', 'none', '-F', '-n', join(folder, 'varnish')] as const),
      ...['-a', `${address}:6081`, '-a', `purge=${address}:6082`, '-T', 'none'],
      ...['-f', etc('varnish/default.vcl'), '-s', 'malloc,64m', '-p', 'thread_pool_min=10'],
    ],
  });
  add('keepalived', {
    command: [
      ...(['/usr/sbin/keepalived', '--dont-fork', '--log-console', '--vrrp'] as const),
      ...[
        '--use-file',
        etc('keepalived/keepalived.conf'),
        '--pid',
        join(folder, 'run/keepalived.pid'),
      ],
      ...['--vrrp_pid', join(folder, 'run/vrrp.pid')],
    ],
  });
  const settings = {
    ...readEnvFile(etc('forum/forum.env')),
    DATA_DIR: join(folder, 'data'),
    SITE_URL: 'http://localhost',
    TRUST_PROXY: '1',
    RATE_LIMITS: 'off',
    CAPTCHA_PROVIDER: 'none',
    BACKUP_EVERY: 'off',
    LOG_LEVEL: 'info',
  };
  for (const role of ['web', 'worker'])
    add(role, {
      command: [process.execPath, 'scripts/start.ts'],
      cwd: root,
      env: { ...settings, ROLE: role, PORT: '4321' },
    });
}

async function askPatroni<T>(machine: Machine, path: string): Promise<T> {
  const response = await fetch(`http://${machine.address}:${PATRONI_PORT}${path}`, {
    signal: AbortSignal.timeout(2_000),
  });
  return (await response.json()) as T;
}

/** Creates the machines and their files; starts nothing. */
export function createTopology(folder: string): Topology {
  const network = createNetwork();
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir, { recursive: true });
  const numbers = Object.fromEntries(
    MACHINE_NAMES.map((name, index) => [name.toUpperCase(), network.address(index + 1)]),
  );
  const storageUrl = `s3://S3RVER:S3RVER@${network.address(BUCKET_NUMBER)}:${BUCKET_PORT}/uploads?region=us-east-1&secure=0`;
  const floating = network.address(FLOATING_NUMBER);
  const postgres = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout);
  const machines = MACHINE_NAMES.map((name, index) => {
    const address = network.address(index + 1);
    const space = network.add(name, index + 1);
    const own = join(folder, name);
    const machine = createMachine(name, { address, space, folder: own });
    for (const sub of ['postgres', 'sockets', 'etcd']) {
      mkdirSync(join(own, sub), { recursive: true, mode: 0o755 });
      if (sub !== 'etcd') chownSync(join(own, sub), postgres, postgres);
    }
    writeConfigs(own, {
      ...numbers,
      NAME: name,
      ADDRESS: address,
      INTERFACE,
      DATABASE_PASSWORD: PASSWORD,
      REPLICATION_PASSWORD: PASSWORD,
      PATRONI_PASSWORD: PASSWORD,
      SERVER_NAME: 'localhost',
      FLOATING: `${floating}/24`,
      READERS: `:${READERS_PORT}`,
      STORAGE_URL: storageUrl,
      SITE_DIR: siteDir,
      POSTGRES_HOME: join(own, 'postgres'),
      POSTGRES_SOCKETS: join(own, 'sockets'),
    });
    addServices(machine, network.hostAddress);
    return machine;
  });
  const bucket = createMachine('s3', {
    address: network.address(BUCKET_NUMBER),
    space: network.add('s3', BUCKET_NUMBER),
    folder: join(folder, 's3'),
  });
  bucket.services.set('bucket', {
    name: 'bucket',
    command: [
      process.execPath,
      join(root, 'scripts/tools/bucket.ts'),
      join(folder, 's3/objects'),
      'uploads',
      bucket.address,
      String(BUCKET_PORT),
    ],
  });
  const members = async (among: readonly Machine[] = machines) => {
    for (const machine of among) {
      const cluster = await askPatroni<{ members: Member[] }>(machine, '/cluster').catch(
        () => null,
      );
      if (cluster) return cluster.members;
    }
    return [];
  };
  const machine = (name: string) => machines.find((one) => one.name === name) as Machine;
  const findMember = async (isWanted: (one: Member) => boolean, among?: readonly Machine[]) =>
    machine((await eventually(async () => (await members(among)).find(isWanted))).name);
  const leader = (among?: readonly Machine[]) =>
    findMember(({ role, state }) => role === 'leader' && state === 'running', among);
  const databaseUrl = async () =>
    `postgres://forum:${PASSWORD}@${(await leader()).address}:5432/forum`;
  return {
    network,
    machines,
    machine,
    bucket,
    url: `http://${floating}:${READERS_PORT}`,
    siteDir,
    members,
    leader,
    syncStandby: () => findMember(({ role }) => role === 'sync_standby'),
    entrance() {
      const holder = machines.find((one) =>
        one.run(['ip', '-4', 'addr', 'show', INTERFACE]).includes(`${floating}/`),
      );
      if (!holder) throw new Error('no machine has the floating address');
      return holder;
    },
    databaseUrl,
    async env() {
      const settings = machines[0]?.services.get('web')?.env ?? {};
      return {
        ...settings,
        ROLE: 'all',
        DATABASE_URL: await databaseUrl(),
        DATABASE_REPLICA_URL: '',
      };
    },
    async waitUntilHealthy() {
      await eventually(async () => {
        const all = await members();
        const isRight =
          all.length === machines.length &&
          all.filter(({ role }) => role === 'leader').length === 1 &&
          all.some(({ role }) => role === 'sync_standby') &&
          all.every(
            ({ state, timeline }) =>
              /running|streaming/.test(state) && timeline === all[0]?.timeline,
          );
        if (!isRight) return false;
        const answers = await Promise.all(
          machines.flatMap(({ address }) =>
            [
              `http://${address}:4321/api/ready`,
              `http://${address}:${READERS_PORT}/robots.txt`,
            ].map((url) =>
              fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
                ({ status }) => status === 200,
                () => false,
              ),
            ),
          ),
        );
        return answers.every(Boolean);
      });
    },
    async end() {
      await Promise.all([...machines, bucket].map((one) => one.killAll()));
      network.end();
    },
  };
}

/** Fills the empty database, with the settings of the forum. */
export type Fill = (env: Record<string, string>) => Promise<void>;

/** Starts everything for the first time. `fill` runs before the forum starts. */
export async function startTopology(
  topology: Topology,
  { fill, say }: { fill?: Fill; say(line: string): void },
): Promise<void> {
  const [first, ...others] = topology.machines as [Machine, ...Machine[]];
  topology.bucket.startAll();
  for (const machine of topology.machines) machine.start('etcd');
  say('etcd, PostgreSQL');
  first.start('patroni');
  await topology.leader();
  for (const machine of others) machine.start('patroni');
  for (const machine of topology.machines)
    for (const service of ['haproxy', 'nginx', 'varnish', 'keepalived']) machine.start(service);
  await topology.syncStandby();
  for (const statement of [
    `create role forum login password '${PASSWORD}'`,
    'create database forum owner forum',
  ])
    first.run(['psql', '-h', join(first.folder, 'sockets'), '-c', statement], 'postgres');
  if (fill) await fill(await topology.env());
  say('the forum');
  first.start('web');
  await eventually(() =>
    fetch(`http://${first.address}:4321/api/ready`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  first.start('worker');
  for (const machine of others) for (const role of ['web', 'worker']) machine.start(role);
  await topology.waitUntilHealthy();
}
