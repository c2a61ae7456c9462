import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import type { SanitizePolicy } from '#domain/message/sanitize-policy.ts';
import { insertInChunks } from '../insert-in-chunks.ts';
import type { SeededForums } from '../load-forums.ts';
import type { SeededPost } from '../load-posts.ts';
import { people, userIdOf } from '../people.ts';
import { newcomers } from './newcomers.ts';

const HOUR_MS = 3_600_000;
export const OPERATION_DAYS = 30;

type LogEntry = typeof schema.actionLog.$inferInsert;
type Notification = typeof schema.notification.$inferInsert;

/** The id of a person in people.json, or of a newcomer. */
export function memberIdOf(handle: string): number {
  const index = newcomers.findIndex((newcomer) => newcomer.handle === handle);
  return index < 0 ? userIdOf(handle) : 10_000 + people.length + index;
}

export interface Community {
  written: readonly SeededPost[];
  places: SeededForums;
  policy: SanitizePolicy;
}

export class OperationsSeed {
  readonly #log: LogEntry[] = [];
  readonly #notifications: Notification[] = [];

  readonly tx: Tx;
  readonly now: Date;
  readonly random: () => number;
  readonly written: readonly SeededPost[];
  readonly places: SeededForums;
  readonly policy: SanitizePolicy;

  constructor(tx: Tx, now: Date, random: () => number, community: Community) {
    this.tx = tx;
    this.now = now;
    this.random = random;
    this.written = community.written;
    this.places = community.places;
    this.policy = community.policy;
  }

  hoursAgo(hours: number): Date {
    return new Date(this.now.getTime() - hours * HOUR_MS);
  }

  /** A time between two others, never in the future. */
  between(from: Date, to: Date): Date {
    const end = Math.min(to.getTime(), this.now.getTime() - 60_000);
    const start = Math.min(from.getTime(), end);
    return new Date(start + this.random() * (end - start));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  /** A moderator of the forum; the community's lead if it has none. */
  moderatorOf(forum: string): number {
    const own = people.filter((person) => person.moderates?.includes(forum));
    return userIdOf(own.length > 0 ? this.pick(own).handle : 'jonas');
  }

  forumIdOf(slug: string): number {
    return this.places.forumIds.get(slug) as number;
  }

  /** The first post of the thread, by the beginning of its subject. */
  threadAbout(subject: string): SeededPost {
    const found = this.written.find(
      (post) => post.floor === 0 && post.thread.subject.startsWith(subject),
    );
    if (!found) throw new Error(`No content file has a thread "${subject}".`);
    return found;
  }

  log(entry: LogEntry): void {
    this.#log.push(entry);
  }

  notify(notification: Notification): void {
    this.#notifications.push(notification);
  }

  /** Inserts log entries and notifications, oldest first, because ids order both. */
  async flush(): Promise<void> {
    const byTime = <T extends { createdAt?: Date | undefined }>(rows: T[]): T[] =>
      rows.sort((a, b) => Number(a.createdAt) - Number(b.createdAt));
    await insertInChunks(byTime(this.#log), (chunk) =>
      this.tx.insert(schema.actionLog).values(chunk),
    );
    await insertInChunks(byTime(this.#notifications), (chunk) =>
      this.tx.insert(schema.notification).values(chunk),
    );
  }
}
