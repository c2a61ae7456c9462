import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { ensureEnvsubst } from '../../../../tests/support/fill-template.ts';
import { ensureHaproxy } from '../../../../tests/support/haproxy.ts';
import { ensureNginx } from '../../../../tests/support/nginx.ts';
import { ensureVarnish } from '../../../../tests/support/varnish.ts';
import { aptInstall } from '../../../install/apt-install.ts';
import type { MachineOutcome } from './machine-table.ts';
import { findNetworkProblem } from './network.ts';
import { type MachineRunOptions, runMachineFaults } from './run-machine-faults.ts';
import { createTopology, type Fill, startTopology } from './topology.ts';

/* `npm run faults -- --machines`. */

/** Programs of Debian's packages that the machines need. */
const PROGRAMS = {
  etcd: ['etcd-server'],
  patroni: ['patroni', 'python3-etcd', 'postgresql-15'],
  keepalived: ['keepalived'],
  curl: ['curl'],
  setpriv: ['util-linux'],
} as const;

const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Why three machines can't be built here; undefined if they can. Installs missing packages. */
export function ensureMachines(): string | undefined {
  const problem = findNetworkProblem();
  if (problem) return problem;
  for (const [program, packages] of Object.entries(PROGRAMS)) {
    const missing = isThere(program) ? undefined : aptInstall(...packages);
    if (missing) return `${program} is missing: ${missing}`;
  }
  return ensureHaproxy() ?? ensureNginx() ?? ensureVarnish() ?? ensureEnvsubst();
}

export interface MachinesOptions extends Omit<MachineRunOptions, 'topology'> {
  folder: string;
  /** Gets the empty database and its settings before the forum starts. */
  fill?: Fill;
}

const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Builds the machines in a folder, runs faults, and removes the machines. */
export async function runMachines({
  folder,
  fill,
  ...options
}: MachinesOptions): Promise<MachineOutcome[]> {
  // PostgreSQL runs as another user and must traverse it.
  chmodSync(folder, 0o755);
  const topology = createTopology(join(folder, 'machines'));
  // Namespaces and the bridge would remain.
  const endEarly = () => void topology.end().finally(() => process.exit(1));
  for (const signal of END_SIGNALS) process.once(signal, endEarly);
  try {
    await startTopology(topology, { ...(fill ? { fill } : {}), say: options.say });
    return await runMachineFaults({ topology, ...options });
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, endEarly);
    await topology.end();
  }
}
