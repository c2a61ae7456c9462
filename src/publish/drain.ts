import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, statement } from '#db/statement.ts';
import { born } from './born.ts';
import { createIncident } from './incident.ts';
import { listen } from './listen.ts';
import { pathsWithTags } from './pages.ts';
import { type Publisher, publishPaths } from './publish.ts';
import { StorageError } from './storage-state.ts';
import { type Urgency, urgency } from './touch.ts';

/*
 * The publisher's loops, one for each kind of touch, so that a reply never waits for the lists that
 * the replies before it moved. Touches of posts and above are rendered at once; those of lists are
 * gathered for 0.4 s, so that a busy forum renders its home page twice a second, not for each
 * reply; counts for 30 s.
 */
interface Lane {
  levels: readonly Urgency[];
  /** Milliseconds. */
  gather: number;
  when: 'urgent' | 'background';
}

const LANES: readonly Lane[] = [
  { levels: [urgency.takedown, urgency.moderation, urgency.post], gather: 0, when: 'urgent' },
  { levels: [urgency.list], gather: 400, when: 'background' },
  { levels: [urgency.counts], gather: 30_000, when: 'background' },
];

/** Should a wake-up get lost, the inbox is looked through this often (ms). */
const LOOK = 5_000;
const TAKE = 400;

const take = statement<{ tag: string; urgency: Urgency }, { levels: readonly number[] }>(`
  delete from touched_tag
  where id in (
      select id
      from touched_tag
      where urgency = any(:levels::smallint[])
      order by urgency, id
      limit ${TAKE}
      for update skip locked
    )
  returning tag, urgency`);

/**
 * Renders the pages of waiting touches. Touches are removed in a transaction that ends when their
 * pages stand, so a crash loses none; another publisher skips them meanwhile. A page that can't be
 * made doesn't hold up the others: its order goes on in publish_failure. Returns how many touches
 * were done.
 */
async function drainOnce(
  publisher: Publisher,
  { levels, when }: Lane,
  signal: AbortSignal,
): Promise<number> {
  return inTransaction(publisher.held, async (tx) => {
    const touched = await take(tx, { levels });
    if (touched.length === 0) return 0;
    const mostUrgentFirst = [...touched].sort((a, b) => a.urgency - b.urgency);
    const tags = [...new Set(mostUrgentFirst.map((one) => one.tag))];
    const paths = [
      ...(await born(publisher.db, tags)),
      ...(await pathsWithTags(publisher.db, tags)),
    ];
    await publishPaths(publisher, paths, { when, signal });
    return touched.length;
  });
}

/** Resolves at the first wake-up, or when the time (ms) has passed; false then. */
type Sleep = (milliseconds: number) => Promise<boolean>;

async function work(
  publisher: Publisher,
  lane: Lane,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<void> {
  const incident = createIncident(publisher.log, {
    fails: 'publishing failed; it is tried again',
    goesOn: 'publishing goes on',
  });
  for (let pause = 0; !signal.aborted; ) {
    if (pause === 0 && (await sleep(Math.max(LOOK, lane.gather)))) pause = lane.gather;
    pause = Math.max(pause, publisher.storage.waits);
    if (pause > 0) await delay(pause, undefined, { signal }).catch(() => {});
    try {
      while (!signal.aborted && (await drainOnce(publisher, lane, signal)) === TAKE);
      incident.worked();
      pause = 0;
    } catch (error) {
      if (signal.aborted) return; // the touches stay for the next publisher
      // That pages can't be written is said once for all who try.
      pause = error instanceof StorageError ? publisher.storage.waits : incident.failed(error);
    }
  }
}

/** Works until the signal aborts. */
export async function drainForever(
  publisher: Publisher,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const bells = LANES.map((lane) => ({ lane, rung: true, wake: () => {} }));
  const ring = (level?: Urgency) => {
    for (const bell of bells) {
      if (level !== undefined && !bell.lane.levels.includes(level)) continue;
      bell.rung = true;
      bell.wake();
    }
  };
  signal.addEventListener('abort', () => ring(), { once: true });
  await Promise.all([
    // for what came while nobody listened: all bells
    listen(databaseUrl, { touched: ring, connected: ring }, signal),
    ...bells.map((bell) => {
      const sleep: Sleep = async (milliseconds) => {
        if (!bell.rung) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, milliseconds);
            bell.wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        const woken = bell.rung;
        bell.rung = false;
        return woken;
      };
      return work(publisher, bell.lane, sleep, signal);
    }),
  ]);
}
