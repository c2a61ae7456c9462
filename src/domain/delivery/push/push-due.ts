import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { createFairLimit } from '#platform/fair-limit.ts';
import {
  MAX_CONCURRENT_PUSH_PEOPLE,
  MAX_CONCURRENT_SLOW_PUSHES,
  MAX_WAITING_SLOW_PUSHES,
  PUSH_SLOW_AFTER_MS,
  SLOW_PUSH_WAIT_MS,
} from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import { createNameLookup, type NameLookup } from './look-up.ts';
import { settleEvents, type TakenEvent, takeDueEvents } from './push-events.ts';
import { type PushContext, pushToPerson } from './push-to-person.ts';
import { createSlowServices, type SlowServices } from './slow-services.ts';

export interface PusherOptions {
  db: Db;
  env: Env;
  /** Called if sending failed for an internal reason. */
  onFailure: (error: unknown, userId: number) => void;
  /** An abort postpones messages to slow services. */
  stop?: AbortSignal;
  lookUp?: NameLookup;
  /** Concurrent receivers. */
  people?: number;
  slowAfterMs?: number;
  slowServices?: SlowServices;
}

export interface Pusher {
  /**
   * Waits for a free slot, then starts what fits, one job per person. Returns whether any was due.
   */
  pushDue(): Promise<boolean>;
  /** Resolves when nothing is being sent. */
  finish(): Promise<void>;
}

/**
 * Sends due messages. A person's slot is freed when their messages are sent, or after
 * `slowAfterMs`. The rest continues for at most PUSH_BROWSER_MS, later in the lane of slow
 * services, so that slow services delay nobody else.
 */
export function createPusher({
  db,
  env,
  onFailure,
  stop,
  lookUp = createNameLookup(),
  people = MAX_CONCURRENT_PUSH_PEOPLE,
  slowAfterMs = PUSH_SLOW_AFTER_MS,
  slowServices = createSlowServices(slowAfterMs),
}: PusherOptions): Pusher {
  const running = new Set<Promise<void>>();
  const busy = new Map<number, Promise<void>>();
  // pending ones are rows of delivery_event
  measureSlot('pushes', () => ({ running: running.size, waiting: 0 }));
  const context: PushContext = {
    db,
    env,
    lookUp,
    slowServices,
    slowLane: createFairLimit({
      slot: 'slowPushes',
      capacity: MAX_CONCURRENT_SLOW_PUSHES,
      maxWaiting: MAX_WAITING_SLOW_PUSHES,
      patienceMs: SLOW_PUSH_WAIT_MS,
      createRefusal: () => new Error('the lane of slow push services is full'),
    }),
    slowAfterMs,
    onFailure,
    ...(stop ? { stop } : {}),
  };

  const start = (userId: number, events: readonly TakenEvent[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    const release = () => {
      running.delete(promise);
      resolve();
    };
    const serve = async () => {
      try {
        await pushToPerson(context, userId, events, release);
      } catch (error) {
        onFailure(error, userId);
        // counts as a try, so it ends; without a database the lease expires
        await settleEvents(db, userId, events, null).catch(() => {});
      } finally {
        busy.delete(userId);
        release();
      }
    };
    busy.set(userId, serve());
  };

  return {
    async pushDue() {
      while (running.size >= people) await Promise.race(running);
      const taken = await takeDueEvents(db, people - running.size, [...busy.keys()]);
      for (const [userId, events] of Map.groupBy(taken, (event) => event.userId))
        start(userId, events);
      return taken.length > 0;
    },
    async finish() {
      await Promise.all(busy.values());
    },
  };
}
