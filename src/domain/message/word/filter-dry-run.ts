import { setTimeout as delay } from 'node:timers/promises';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { createJob } from '../../jobs/create.ts';
import type { JobHandler } from '../../jobs/run.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { sumTextBytesSql, textBytesSql, textOrEllipsisSql } from '../../shared/bounded-text.ts';
import { readWordFilter } from '../read-word-filter.ts';
import { createWordFilter, type WordFilter } from '../word-filter.ts';

interface ScannedPost {
  id: number;
  threadId: number;
  floor: number;
  subject: string;
  html: string;
  author: string;
}

/** Share of time for this job: interactive requests have priority. */
const MAX_TIME_SHARE = 0.4;
/** Posts per batch, and bytes of their texts (without the last post's). */
const MAX_POSTS_AT_ONCE = 300;
const MAX_BYTES_AT_ONCE = 1024 * 1024;
const CONTEXT_CHARACTERS = 40;

const selectHighestPostId = statement<{ id: number }>(
  `select coalesce(max(id), 0)::int as id from post`,
);
const selectNextPosts = statement<ScannedPost, { after: number }>(`
  select
    p.id,
    p.thread_id as "threadId",
    p.floor,
    t.subject,
    ${textOrEllipsisSql('p.html')} as html,
    u.nickname as author
  from (
    select *, ${sumTextBytesSql(['html'], 'order by id')} as bytes
    from (
      select id, thread_id, floor, user_id, html
      from post
      where id > :after and state <> 'deleted'
      order by id
      limit ${MAX_POSTS_AT_ONCE}
    ) next
  ) p
  join thread t on t.id = p.thread_id
  join "user" u on u.id = p.user_id
  where p.bytes - ${textBytesSql('p.html')} <= ${MAX_BYTES_AT_ONCE}
  order by p.id`);

/** Starts a read-only scan of all posts for these words, or for the list as of the run. */
export async function startFilterDryRun(
  db: Db,
  actorId: number,
  words: readonly string[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const job = await createJob(tx, { kind: 'screen', params: { words }, actorId });
    await logAdminAction(tx, {
      actorId,
      action: 'words.dry-run',
      target: { name: `job:${job}` },
      detail: { words },
    });
    return job;
  });
}

function toDryRunItem(
  wordFilter: WordFilter,
  post: ScannedPost,
): Record<string, unknown> | undefined {
  const text =
    post.floor === 0
      ? `${post.subject}\n${htmlToPlainText(post.html)}`
      : htmlToPlainText(post.html);
  const findings = wordFilter(text);
  const [first] = findings;
  if (!first) return undefined;
  const from = Math.max(0, first.start - CONTEXT_CHARACTERS);
  return {
    post: post.id,
    thread: post.threadId,
    floor: post.floor,
    subject: post.subject,
    author: post.author,
    words: [...new Set(findings.map((finding) => finding.sensitiveWord.word))],
    actions: [...new Set(findings.map((finding) => finding.sensitiveWord.action))],
    before: (from > 0 ? '…' : '') + text.slice(from, first.start),
    match: text.slice(first.start, first.end),
    after: truncateText(text.slice(first.end), CONTEXT_CHARACTERS),
  };
}

/** The job: scans all posts by id, oldest first; the id is the progress. */
export const runFilterDryRun =
  (db: Db): JobHandler =>
  async (job) => {
    const words = (job.params.words ?? []) as string[];
    const wordFilter =
      words.length > 0
        ? createWordFilter(words.map((word) => ({ word, action: 'review', replacement: '' })))
        : await readWordFilter(db);
    await job.setTotal((await selectHighestPostId(db))[0]?.id ?? 0);
    for (let after = job.cursor; ; ) {
      const startedAt = performance.now();
      const posts = await selectNextPosts(db, { after });
      if (posts.length === 0) return;
      after = posts.at(-1)?.id as number;
      const items = posts
        .map((post) => toDryRunItem(wordFilter, post))
        .filter((item) => item !== undefined);
      await job.saveProgress({ done: after, cursor: after, items });
      await delay((performance.now() - startedAt) * (1 / MAX_TIME_SHARE - 1));
    }
  };
