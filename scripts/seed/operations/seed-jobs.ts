import * as schema from '#db/schema/index.ts';
import { userIdOf } from '../people.ts';
import type { OperationsSeed } from './operations-seed.ts';

type NewJob = typeof schema.job.$inferInsert;

/** Before and after a match. */
const CONTEXT_CHARACTERS = 40;

/** The surroundings of a match, as a dry run records them; cut at words. */
function excerptAround(text: string, pattern: RegExp) {
  const [match = ''] = pattern.exec(text) ?? [];
  const start = text.indexOf(match);
  const before = text.slice(0, start);
  const after = text.slice(start + match.length);
  return {
    before:
      before.length > CONTEXT_CHARACTERS
        ? `…${before.slice(-CONTEXT_CHARACTERS).replace(/^\S*\s+/, '')}`
        : before,
    match,
    after:
      after.length > CONTEXT_CHARACTERS
        ? `${after.slice(0, CONTEXT_CHARACTERS).replace(/\s*\S*$/, '')}…`
        : after,
  };
}

/** Finished jobs of administrators with results. None is pending: a server would run it. */
export async function seedJobs(seed: OperationsSeed): Promise<void> {
  const pages = seed.written.filter((post) => post.floor === 0).length * 4;
  const posts = seed.written.length;
  const ran = (hours: number, minutes: number) => {
    const createdAt = seed.hoursAgo(hours);
    const finishedAt = new Date(createdAt.getTime() + minutes * 60_000);
    return { createdAt, startedAt: createdAt, finishedAt, updatedAt: finishedAt };
  };
  const advertised = seed.written
    .filter((post) => post.reply?.deleted && /cheap/i.test(post.reply.markdown))
    .slice(0, 8);
  const jobs: NewJob[] = [
    { kind: 'resanitize', state: 'done', total: posts, done: posts, ...ran(620, 1.4) },
    {
      kind: 'publish-all',
      state: 'done',
      actorId: userIdOf('ruogu'),
      total: pages,
      done: pages,
      ...ran(146, 2.2),
    },
    {
      kind: 'check',
      state: 'done',
      actorId: userIdOf('ruogu'),
      total: pages,
      done: pages,
      found: 2,
      ...ran(145, 3.1),
    },
    {
      kind: 'screen',
      state: 'done',
      actorId: userIdOf('jonas'),
      params: { words: ['cheap keys'] },
      total: posts,
      done: posts,
      found: advertised.length,
      ...ran(100, 0.6),
    },
    {
      kind: 'check',
      state: 'cancelled',
      actorId: userIdOf('jonas'),
      total: pages,
      done: Math.round(pages / 3),
      cancelAsked: true,
      ...ran(52, 1),
    },
    {
      kind: 'publish',
      state: 'failed',
      actorId: userIdOf('ruogu'),
      total: 40,
      done: 12,
      error: 'ENOSPC: no space left on device, write',
      ...ran(31, 0.3),
    },
    {
      kind: 'publish',
      state: 'done',
      actorId: userIdOf('ruogu'),
      total: 40,
      done: 40,
      ...ran(30.5, 0.4),
    },
  ];
  const ids = (await seed.tx.insert(schema.job).values(jobs).returning({ id: schema.job.id })).map(
    (row) => row.id,
  );
  const [check, screen] = [ids[2], ids[3]] as [number, number];
  await seed.tx
    .insert(schema.jobItem)
    .values([
      { jobId: check, n: 1, detail: { path: '/zh/user/10058', kind: 'differs' } },
      { jobId: check, n: 2, detail: { path: '/phone/zh/user/10058', kind: 'differs' } },
      ...advertised.map((post, index) => ({
        jobId: screen,
        n: index + 1,
        detail: {
          post: post.id,
          thread: post.threadId,
          floor: post.floor,
          subject: post.thread.subject,
          author: 'half-price-keys',
          words: ['cheap'],
          ...excerptAround(post.reply?.markdown ?? '', /cheap/i),
        },
      })),
    ]);
}
