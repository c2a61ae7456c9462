import { Gauge } from 'prom-client';
import * as limits from './limits.ts';
import { metrics } from './metrics.ts';

/*
 * The registry of what all requests and jobs of a process share: work of which few run at once. One
 * person, or one address where nobody is logged in, never takes all of it, and each work has a time
 * limit. A guard asks each slot for a test in which one person fills it while another works.
 */

interface SharedSlot {
  /** Milliseconds after which the work ends, or is taken from its owner. */
  timeLimitMs: number;
  /** Slots of one person at once; `share`: a FairQueue orders people by their recent use. */
  perPerson: number | 'share';
}

export const SHARED_SLOTS = {
  /** Memory of uploaded forms. */
  forms: { timeLimitMs: limits.REQUEST_TIMEOUT_MS, perPerson: 1 },
  /** Processes that decode pictures. */
  pictures: { timeLimitMs: limits.PICTURE_TIMEOUT_MS, perPerson: 1 },
  /** The sanitizer's thread. */
  messages: { timeLimitMs: limits.MESSAGE_MAX_MS, perPerson: 'share' },
  /** Pages without a file. */
  pages: { timeLimitMs: limits.RENDER_WAIT_MS, perPerson: limits.MAX_WAITING_PAGES_PER_ADDRESS },
  /** Pages of forums that not everybody may read. */
  privatePages: {
    timeLimitMs: limits.RENDER_WAIT_MS,
    perPerson: limits.MAX_PRIVATE_PAGES_PER_PERSON,
  },
  /** Connections of tables that are fetched as files. */
  exports: { timeLimitMs: limits.EXPORT_MAX_MS, perPerson: 1 },
  /** People who are sent push messages. */
  pushes: { timeLimitMs: limits.PUSH_SLOW_AFTER_MS, perPerson: 1 },
  /** The same at slow services. */
  slowPushes: { timeLimitMs: limits.SLOW_PUSH_MS, perPerson: 1 },
  /** Names of push services that are looked up. */
  pushLookups: { timeLimitMs: limits.PUSH_LOOKUP_MS, perPerson: 1 },
  /** Mail that is handed over; each of two queues sends one at a time. */
  mail: { timeLimitMs: limits.MAIL_SEND_MS, perPerson: 'share' },
} as const satisfies Record<string, SharedSlot>;
export type SharedSlotName = keyof typeof SHARED_SLOTS;

interface SlotUse {
  running: number;
  waiting: number;
}
const readUse = new Map<SharedSlotName, () => SlotUse>();

/** Lets GET /metrics report how much of a slot is used. The last reader of a slot counts. */
export const measureSlot = (slot: SharedSlotName, read: () => SlotUse): void =>
  void readUse.set(slot, read);

const slotGauge = (name: string, help: string, part: keyof SlotUse) =>
  new Gauge({
    name,
    help,
    labelNames: ['slot'],
    registers: [metrics],
    collect() {
      for (const [slot, read] of readUse) this.set({ slot }, read()[part]);
    },
  });
slotGauge('forum_slots_running', 'Tasks that hold a shared slot, by slot', 'running');
slotGauge('forum_slots_waiting', 'Tasks that wait for a shared slot, by slot', 'waiting');
