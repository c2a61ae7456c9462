import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { pageOfFloor } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import type { Work } from '../job/run.ts';
import { findPictures } from './pictures.ts';
import { readPolicy } from './policy.ts';
import { prepareMessage } from './prepare.ts';
import { readScreen } from './screening.ts';

interface Outdated {
  id: number;
  threadId: number;
  floor: number;
  source: string;
  html: string;
}

/** Posts that are locked at a time. */
const PORTION = 20;
/** Share of the time that it may take: readers and writers come first. */
const SHARE = 0.3;

const outdated = statement<Outdated>(`
  select id, thread_id as "threadId", floor, source, html from post where policy <> $1 and id > $2 order by id limit ${PORTION} for update skip locked`);
const replace = statement<unknown>(`
  update post set html = made.html, policy = $3, images_cnt = made.images from unnest($1::int[], $2::text[], $4::int[]) as made(id, html, images) where post.id = made.id`);

// Saves looking through all posts at each start.
const current = statement<{ policy: number }>(`select (value ->> 'policy')::int as policy from site_state where name = 'sanitized'`);
const remember = statement<unknown>(`
  insert into site_state (name, value) values ('sanitized', jsonb_build_object('policy', $1::int)) on conflict (name) do update set value = excluded.value, updated_at = now()`);

/** Hears how far it is: up to which id, and the posts that changed since it heard last. */
type Watch = (after: number, changed: readonly { id: number; threadId: number }[]) => Promise<void>;

/**
 * Sanitizes what was stored under other rules or other allowed hosts again, a portion at a time, and has the pages that
 * changed rendered anew (R13). Resumes where it was stopped: the rows say what is left. Returns how many posts changed.
 */
export async function resanitize(db: Db, siteHost: string, watch: Watch = async () => {}): Promise<number> {
  const policy = await readPolicy(db, siteHost);
  if ((await current(db, []))[0]?.policy === policy.version) return 0;
  let changed = 0;
  for (let after = 0; ; ) {
    const began = performance.now();
    const { found: rows, different: fresh } = await inTransaction(db, async (tx) => {
      const found = await outdated(tx, [policy.version, after]);
      const screen = await readScreen(tx);
      const pictures = await findPictures(tx, found.map((post) => post.source).join('\n'));
      const made = [];
      for (const post of found) {
        made.push({ post, ...(await prepareMessage(post.source, policy, { outline: post.floor === 0, max: Number.MAX_SAFE_INTEGER, pictures, screen })) });
        await nextTurn(); // a post takes 15 ms of the thread that answers requests: they go between two
      }
      await replace(tx, [made.map((one) => one.post.id), made.map((one) => one.html), policy.version, made.map((one) => one.images)]);
      const different = made.filter((one) => one.html !== one.post.html);
      await touch(tx, touches(urgency.moderation, ...new Set(different.map(({ post }) => tag.threadPage(post.threadId, pageOfFloor(post.floor))))));
      changed += different.length;
      return { found, different: different.map(({ post }) => ({ id: post.id, threadId: post.threadId })) };
    });
    if (rows.length === 0) break;
    after = rows.at(-1)?.id as number;
    await watch(after, fresh);
    await delay((performance.now() - began) * (1 / SHARE - 1));
  }
  await remember(db, [policy.version]);
  return changed;
}

const highest = statement<{ id: number }>(`select coalesce(max(id), 0)::int as id from post`);

/** The same as a job that an administrator watches; ids say how far it is, the rows where to go on. */
export async function resanitizeAsJob(db: Db, siteHost: string, work: Work): Promise<void> {
  await work.setTotal((await highest(db, []))[0]?.id ?? 0);
  await resanitize(db, siteHost, (after, changed) => work.step({ done: after, cursor: after, items: changed.map(({ id, threadId }) => ({ post: id, thread: threadId })) }));
}
