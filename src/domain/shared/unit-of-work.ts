import type { AnnouncedRemoval } from '#contracts/removals.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import { announceRemovals } from '#outbox/announce-removals.ts';
import { type Invalidation, invalidate } from '#outbox/invalidation.ts';
import { CounterDeltas } from './counter-deltas.ts';

/** Side effects of a write, stored at the end of its transaction. */
export class UnitOfWork {
  readonly tx: Runner;
  readonly deltas = new CounterDeltas();
  readonly #invalidations = new Map<string, Invalidation>();
  readonly #removals: AnnouncedRemoval[] = [];
  readonly #removedTags = new Set<string>();

  constructor(tx: Runner) {
    this.tx = tx;
  }

  invalidate(invalidations: readonly Invalidation[]): void {
    for (const invalidation of invalidations)
      this.#invalidations.set(`${invalidation.tag} ${invalidation.urgency}`, invalidation);
  }

  /** Takes pages down before the call returns, and announces the removals to open screens. */
  addRemoval(tags: readonly string[], ...removals: AnnouncedRemoval[]): void {
    for (const tag of tags) this.#removedTags.add(tag);
    this.#removals.push(...removals);
  }

  /** Returns the tags of pages to remove before the response. */
  async flush(): Promise<string[]> {
    await this.deltas.apply(this.tx);
    await invalidate(this.tx, [...this.#invalidations.values()]);
    await announceRemovals(this.tx, this.#removals);
    return [...this.#removedTags];
  }
}

/** An error rolls everything back. `work` may run again: see inTransaction. */
export const inUnitOfWork = <T>(
  db: Db,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<{ result: T; removedTags: string[] }> =>
  inTransaction(db, async (tx) => {
    const unit = new UnitOfWork(tx);
    const result = await work(unit);
    return { result, removedTags: await unit.flush() };
  });
