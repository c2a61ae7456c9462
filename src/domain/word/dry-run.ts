import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { plainText } from '#search/highlight.ts';
import { createJob } from '../job/create.ts';
import type { JobHandler } from '../job/run.ts';
import { note } from '../log/note.ts';
import { cut } from '../message/prepare.ts';
import { createScreen, readScreen, type Screen } from '../message/screening.ts';

interface Written {
  id: number;
  threadId: number;
  floor: number;
  subject: string;
  html: string;
  author: string;
}

/** Share of the time that it may take: readers and writers come first. */
const SHARE = 0.4;
/** Characters around what was found. */
const AROUND = 40;

const highest = statement<{ id: number }>(`select coalesce(max(id), 0)::int as id from post`);
const next = statement<Written, { after: number }>(`
  select
    p.id,
    p.thread_id as "threadId",
    p.floor,
    t.subject,
    p.html,
    u.nickname as author
  from post p
  join thread t on t.id = p.thread_id
  join "user" u on u.id = p.user_id
  where p.id > :after and p.state <> 'deleted'
  order by p.id
  limit 300`);

/**
 * Orders a look through all posts for these words, or for the list as it is then; nothing is
 * changed by it.
 */
export async function startDryRun(
  db: Db,
  actorId: number,
  words: readonly string[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const job = await createJob(tx, { kind: 'screen', params: { words }, actorId });
    await note(tx, {
      actorId,
      action: 'words.dry-run',
      target: { name: `job:${job}` },
      detail: { words },
    });
    return job;
  });
}

function caught(screen: Screen, post: Written): Record<string, unknown> | undefined {
  const text = post.floor === 0 ? `${post.subject}\n${plainText(post.html)}` : plainText(post.html);
  const findings = screen(text);
  const [first] = findings;
  if (!first) return undefined;
  const from = Math.max(0, first.start - AROUND);
  return {
    post: post.id,
    thread: post.threadId,
    floor: post.floor,
    subject: post.subject,
    author: post.author,
    words: [...new Set(findings.map((one) => one.listed.word))],
    actions: [...new Set(findings.map((one) => one.listed.action))],
    before: (from > 0 ? '…' : '') + text.slice(from, first.start),
    match: text.slice(first.start, first.end),
    after: cut(text.slice(first.end), AROUND),
  };
}

/** The job: looks through all posts, oldest first; ids say how far it is. */
export const dryRun =
  (db: Db): JobHandler =>
  async (work) => {
    const words = (work.params.words ?? []) as string[];
    const screen =
      words.length > 0
        ? createScreen(words.map((word) => ({ word, action: 'review', replacement: '' })))
        : await readScreen(db);
    await work.setTotal((await highest(db))[0]?.id ?? 0);
    for (let after = work.cursor; ; ) {
      const began = performance.now();
      const posts = await next(db, { after });
      if (posts.length === 0) return;
      after = posts.at(-1)?.id as number;
      const items = posts.map((post) => caught(screen, post)).filter((item) => item !== undefined);
      await work.step({ done: after, cursor: after, items });
      await delay((performance.now() - began) * (1 / SHARE - 1));
    }
  };
