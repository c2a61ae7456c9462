import { Gauge } from 'prom-client';
import * as limits from './limits.ts';
import { metrics } from './metrics.ts';

/*
 * Scarce resources of a process. No person, and no address without a login, may take a whole slot,
 * and each task has a time limit. A guard requires a fairness test per slot.
 */

interface SharedSlot {
  /** Milliseconds after which the task ends, or loses the slot. */
  timeLimitMs: number;
  /** Slots per person; `share`: a FairQueue orders people by their recent use. */
  perPerson: number | 'share';
}

export const SHARED_SLOTS = {
  forms: { timeLimitMs: limits.REQUEST_TIMEOUT_MS, perPerson: 1 },
  /** Processes that decode pictures. */
  pictures: { timeLimitMs: limits.PICTURE_TIMEOUT_MS, perPerson: 1 },
  messages: { timeLimitMs: limits.MESSAGE_MAX_MS, perPerson: 'share' },
  /** Missing pages. */
  pages: { timeLimitMs: limits.RENDER_WAIT_MS, perPerson: limits.MAX_WAITING_PAGES_PER_ADDRESS },
  /** Pages of restricted forums. */
  privatePages: {
    timeLimitMs: limits.RENDER_WAIT_MS,
    perPerson: limits.MAX_PRIVATE_PAGES_PER_PERSON,
  },
  /** Connections of table exports. */
  exports: { timeLimitMs: limits.EXPORT_MAX_MS, perPerson: 1 },
  /** Receivers of push messages. */
  pushes: { timeLimitMs: limits.PUSH_SLOW_AFTER_MS, perPerson: 1 },
  /** The same at slow services. */
  slowPushes: { timeLimitMs: limits.SLOW_PUSH_MS, perPerson: 1 },
  /** Name lookups of push services. */
  pushLookups: { timeLimitMs: limits.PUSH_LOOKUP_MS, perPerson: 1 },
  /** Delivery of mail; each of two queues sends one at a time. */
  mail: { timeLimitMs: limits.MAIL_SEND_MS, perPerson: 'share' },
} as const satisfies Record<string, SharedSlot>;
export type SharedSlotName = keyof typeof SHARED_SLOTS;

interface SlotUse {
  running: number;
  waiting: number;
}
const readUse = new Map<SharedSlotName, () => SlotUse>();

/** Reports a slot's use in GET /metrics. The last reader of a slot counts. */
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
