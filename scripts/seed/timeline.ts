import type { ReplySeed, ThreadSeed } from './parse-content.ts';

/** A deterministic random generator, so that seeds of the same time are equal. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface TimedPost {
  thread: ThreadSeed;
  threadId: number;
  floor: number;
  at: Date;
  reply?: ReplySeed;
}

const DAY_MS = 86_400_000;

/** Spreads the last third of replies in every second recent thread, to look active. */
function spreadRecentReplies(events: TimedPost[], now: number, random: () => number): void {
  const replies = events.slice(1);
  const began = events[0]?.at.getTime() ?? now;
  if (replies.length < 4 || now - began > 60 * DAY_MS || random() < 0.5) return;
  const tail = replies.slice(Math.ceil((replies.length * 2) / 3));
  const from = (events[events.length - tail.length - 1] as TimedPost).at.getTime();
  const last = (tail.at(-1) as TimedPost).at.getTime();
  const until = now - (2 + random() ** 3 * 1400) * 60_000;
  if (until <= last) return;
  for (const event of tail)
    event.at = new Date(
      from + ((event.at.getTime() - from) * (until - from)) / Math.max(1, last - from),
    );
}

/** All posts in order of time, with the resulting ids. */
export function createTimeline(
  threads: ThreadSeed[],
  now: Date,
): { threadIds: Map<ThreadSeed, number>; posts: (TimedPost & { id: number })[] } {
  const byAge = [...threads].sort((a, b) => b.age - a.age);
  const threadIds = new Map(byAge.map((thread, index) => [thread, index + 1]));
  const random = seededRandom(7);
  const posts = byAge.flatMap((thread) => {
    const threadId = threadIds.get(thread) as number;
    let at = now.getTime() - thread.age;
    const events: TimedPost[] = [{ thread, threadId, floor: 0, at: new Date(at) }];
    thread.replies.forEach((reply, index) => {
      at = Math.min(at + reply.after, now.getTime() - 1000);
      events.push({ thread, threadId, floor: index + 1, at: new Date(at), reply });
    });
    spreadRecentReplies(events, now.getTime(), random);
    return events;
  });
  posts.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || a.threadId - b.threadId || a.floor - b.floor,
  );
  return { threadIds, posts: posts.map((post, index) => ({ ...post, id: index + 1 })) };
}
