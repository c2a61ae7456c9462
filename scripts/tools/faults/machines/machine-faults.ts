import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../../tests/support/processes.ts';
import type { Machine } from './machine.ts';
import type { Topology } from './topology.ts';

/* Faults of three machines. Each ends with everything started again. */

export interface MachineFault {
  name: string;
  inject(topology: Topology): Promise<void>;
}

const seconds = (count: number): Promise<void> => delay(count * 1_000);

const others = ({ machines }: Topology, machine: Machine): Machine[] =>
  machines.filter((one) => one !== machine);

/** A machine whose cable is cut: nothing is closed. Its power is cut before it comes back. */
async function whileGone(
  topology: Topology,
  machine: Machine,
  work: () => Promise<unknown>,
): Promise<void> {
  topology.network.setLink(machine.name, false);
  try {
    await work();
  } finally {
    await machine.killAll();
    topology.network.setLink(machine.name, true);
    machine.startAll();
  }
}

const newLeader = async (topology: Topology, former: Machine): Promise<void> => {
  const among = others(topology, former);
  await eventually(async () => (await topology.leader(among)) !== former);
};

/** Moves the floating address away from a machine, cleanly for VRRP, silently for clients. */
async function moveEntrance(topology: Topology): Promise<void> {
  const holder = topology.entrance();
  await holder.stop('keepalived');
  await eventually(() => {
    try {
      return topology.entrance() !== holder;
    } catch {
      return false;
    }
  });
  await seconds(10);
  holder.start('keepalived');
}

/** A standby's machine that readers don't use. */
async function standby(topology: Topology, hasEntrance: boolean): Promise<Machine> {
  const leader = await topology.leader();
  if (hasEntrance && topology.entrance() === leader) await moveEntrance(topology);
  const entrance = topology.entrance();
  return others(topology, leader).find((one) => (one === entrance) === hasEntrance) as Machine;
}

/** `gone`: seconds without a machine; `cut`: without replication. */
export interface MachineDurations {
  gone: number;
  cut: number;
}

export const LONG: MachineDurations = { gone: 45, cut: 40 };

export const machineFaults = ({ gone, cut }: MachineDurations): readonly MachineFault[] => [
  {
    name: `primary’s machine gone, back after ${gone} s`,
    async inject(topology) {
      const leader = await topology.leader();
      await whileGone(topology, leader, () =>
        Promise.all([seconds(gone), newLeader(topology, leader)]),
      );
    },
  },
  {
    name: 'primary frozen 45 s',
    async inject(topology) {
      const leader = await topology.leader();
      leader.signal(/patroni|postgres/, 'SIGSTOP');
      await seconds(45);
      leader.signal(/patroni|postgres/, 'SIGCONT');
    },
  },
  {
    name: 'primary changed by an operator',
    async inject(topology) {
      const [leader, candidate] = [await topology.leader(), await topology.syncStandby()];
      leader.run([
        ...(['patronictl', '-c', `${leader.folder}/etc/patroni/config.yml`] as const),
        ...['switchover', '--master', leader.name, '--candidate', candidate.name],
        ...['--force', 'forum'],
      ]);
    },
  },
  {
    name: 'primary killed',
    async inject(topology) {
      const leader = await topology.leader();
      leader.signal(/^\S*postgres /, 'SIGKILL');
      await seconds(10);
    },
  },
  {
    name: 'replication cut, primary’s machine gone 15 s later',
    async inject(topology) {
      const [leader, sync] = [await topology.leader(), await topology.syncStandby()];
      topology.network.setRoute(leader.name, sync.name, false);
      await seconds(15);
      await whileGone(topology, leader, async () => {
        topology.network.setRoute(leader.name, sync.name, true);
        await Promise.all([seconds(30), newLeader(topology, leader)]);
      });
    },
  },
  {
    name: 'synchronous standby killed, back after 30 s',
    async inject(topology) {
      const sync = await topology.syncStandby();
      sync.signal(/patroni|postgres/, 'SIGKILL');
      await seconds(30);
      sync.start('patroni');
    },
  },
  {
    name: `synchronous standby cut off ${cut} s`,
    async inject(topology) {
      const [leader, sync] = [await topology.leader(), await topology.syncStandby()];
      topology.network.setRoute(leader.name, sync.name, false);
      await seconds(cut);
      topology.network.setRoute(leader.name, sync.name, true);
    },
  },
  {
    name: `worker’s machine gone, back after ${gone} s`,
    async inject(topology) {
      const machine = await standby(topology, false);
      await whileGone(topology, machine, () => seconds(gone));
    },
  },
  {
    name: `readers’ machine gone, back after ${gone} s`,
    async inject(topology) {
      const machine = await standby(topology, true);
      await whileGone(topology, machine, () => seconds(gone));
    },
  },
  { name: 'floating address moved', inject: moveEntrance },
  {
    name: 'Varnish killed, restarted empty after 5 s',
    async inject(topology) {
      const machine = topology.entrance();
      machine.signal(/varnishd|cache-main/, 'SIGKILL');
      await machine.stop('varnish', 'SIGKILL');
      await seconds(5);
      machine.start('varnish');
    },
  },
  {
    name: `bucket gone ${gone} s`,
    async inject({ network, bucket }) {
      network.setLink(bucket.name, false);
      await seconds(gone);
      network.setLink(bucket.name, true);
    },
  },
];
