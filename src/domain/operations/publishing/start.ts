import type { RepublishWire } from '#contracts/calls/admin/publishing-calls.ts';
import { AppError } from '#contracts/errors.ts';
import { LANGS, type Lang, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { AREAS, pageOfFloor, rootOf, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { createJob } from '../../jobs/create.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';

const selectThread = statement<{ language: ThreadLanguage; lastFloor: number }, { id: number }>(
  `select language, last_floor as "lastFloor" from thread where id = :id`,
);

const selectPublishedPaths = statement<{ path: string }, { paths: readonly string[] }>(
  `select path from published_page where path = any(:paths::text[])`,
);

/** Paths in the thread's language, and those already published in others. Throws notFound. */
async function getThreadPaths(tx: Runner, id: number): Promise<string[]> {
  const [thread] = await selectThread(tx, { id });
  if (!thread) throw new AppError('notFound');
  const own = langOf(thread.language);
  const pages = Array.from({ length: pageOfFloor(thread.lastFloor) }, (_, index) => index + 1);
  const inLanguage = (lang: Lang) =>
    AREAS.flatMap((area) => pages.map((page) => threadPath(rootOf(area, lang), id, page)));
  const others = LANGS.filter((lang) => lang !== own).flatMap(inLanguage);
  const publishedPaths = new Set(
    (await selectPublishedPaths(tx, { paths: others })).map((row) => row.path),
  );
  return [...inLanguage(own), ...others.filter((path) => publishedPaths.has(path))];
}

/** Queues pages for rendering or comparison. Returns the job. Throws notFound. */
export async function startPublishing(
  db: Db,
  actorId: number,
  request: RepublishWire,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const kind =
      request.what === 'check'
        ? 'check'
        : request.what === 'everything'
          ? 'publish-all'
          : 'publish';
    const paths =
      request.what === 'path'
        ? [request.path]
        : request.what === 'thread'
          ? await getThreadPaths(tx, request.id)
          : undefined;
    const params = paths ? { paths } : request.what === 'check' ? { all: request.all } : {};
    const job = await createJob(tx, {
      kind,
      params,
      actorId,
      ...(paths ? { total: paths.length } : {}),
    });
    await logAdminAction(tx, {
      actorId,
      action: 'publishing.start',
      target: { name: `job:${job}` },
      detail: { ...request },
    });
    return job;
  });
}
