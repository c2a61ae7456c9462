import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inTransaction, statement } from '#db/statement.ts';
import { born } from './born.ts';
import { pathsWithTags } from './pages.ts';
import { type Publisher, publishPaths } from './publish.ts';
import { type Urgency, urgency, WAKE_CHANNEL } from './touch.ts';

/*
 * The publisher's loop. Touches of posts and above are rendered at once; those of lists are gathered for 0.4 s, so that
 * a busy forum renders its home page twice a second, not for each reply; counts for 30 s.
 */
const GATHER: Record<Urgency, number> = { 0: 0, 1: 0, 2: 0, 3: 400, 4: 30_000 };
/** Should a wake-up get lost, the inbox is looked through this often (ms). */
const LOOK = 5_000;
const TAKE = 400;

const take = statement<{ tag: string; urgency: Urgency }>(`
  delete from touched_tag where id in (select id from touched_tag where urgency = any($1::smallint[]) order by urgency, id limit ${TAKE} for update skip locked)
  returning tag, urgency`);

/**
 * Renders the pages of waiting touches of these urgencies. Touches are removed in a transaction that ends when their
 * pages stand, so a crash loses none; another publisher skips them meanwhile. Returns how many touches were done.
 */
export async function drainOnce(publisher: Publisher, levels: readonly Urgency[]): Promise<number> {
  return inTransaction(publisher.db, async (tx) => {
    const touched = await take(tx, [levels]);
    if (touched.length === 0) return 0;
    const mostUrgentFirst = [...touched].sort((a, b) => a.urgency - b.urgency);
    const tags = [...new Set(mostUrgentFirst.map((one) => one.tag))];
    const paths = [...(await born(publisher.db, tags)), ...(await pathsWithTags(publisher.db, tags))];
    await publishPaths(publisher, paths);
    return touched.length;
  });
}

/** Works until the signal aborts. */
export async function drainForever(publisher: Publisher, databaseUrl: string, signal: AbortSignal): Promise<void> {
  const due = new Map<Urgency, number>();
  let wake = () => {};
  const mark = (level: Urgency) => {
    if (!due.has(level)) due.set(level, Date.now() + GATHER[level]);
    wake();
  };
  const markAll = () => Object.values(urgency).forEach(mark);
  void listen(databaseUrl, mark, markAll, signal);
  signal.addEventListener('abort', () => wake(), { once: true });

  while (!signal.aborted) {
    const now = Date.now();
    const ripe = [...due].filter(([, at]) => at <= now).map(([level]) => level);
    if (ripe.length > 0) {
      for (const level of ripe) due.delete(level);
      try {
        while ((await drainOnce(publisher, ripe)) === TAKE);
      } catch (error) {
        publisher.log.error({ err: error }, 'publishing failed; it is tried again');
        await delay(500);
        for (const level of ripe) mark(level);
      }
      continue;
    }
    const next = Math.min(LOOK, ...[...due.values()].map((at) => at - now));
    const woken = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, next));
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    wake = () => {};
    if (!woken && due.size === 0) markAll();
  }
}

/** Keeps a connection that hears of touches; connects again when the database was away. */
async function listen(url: string, mark: (level: Urgency) => void, connected: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url, application_name: 'forum publisher', keepAlive: true });
    try {
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload }) => {
        for (const level of (payload ?? '').split(',')) mark(Number(level) as Urgency);
      });
      await client.connect();
      await client.query(`listen ${WAKE_CHANNEL}`);
      connected();
      await lost;
    } catch {
      // the database is away: the next round tries again
    }
    await client.end().catch(() => {});
    if (!signal.aborted) await delay(1_000);
  }
}
