import type { AnnouncedRemoval } from '#contracts/removals.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { type Invalidation, invalidate } from '#publish/outbox/invalidation.ts';
import { CounterDeltas } from './counts/counter-deltas.ts';

/**
 * What a write leaves beside its own rows, gathered and written at the end of its transaction:
 * counters, invalidations, and removals that open browsers are told of.
 */
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

  /** Has pages taken down before the call returns, and screens that show it told. */
  addRemoval(tags: readonly string[], ...removals: AnnouncedRemoval[]): void {
    for (const tag of tags) this.#removedTags.add(tag);
    this.#removals.push(...removals);
  }

  /** Resolves with the tags whose pages must be removed before the caller is answered. */
  async flush(): Promise<string[]> {
    await this.deltas.apply(this.tx);
    await invalidate(this.tx, [...this.#invalidations.values()]);
    await announceRemovals(this.tx, this.#removals);
    return [...this.#removedTags];
  }
}

/**
 * Runs a write in one transaction; when it throws, nothing is changed. `work` may run again: see
 * inTransaction. `removedTags`: as of `flush`.
 */
export const inUnitOfWork = <T>(
  db: Db,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<{ result: T; removedTags: string[] }> =>
  inTransaction(db, async (tx) => {
    const unit = new UnitOfWork(tx);
    const result = await work(unit);
    return { result, removedTags: await unit.flush() };
  });
