import { AppError } from '#contracts/errors.ts';
import { LANGS, type Lang, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { AREAS, pageOfFloor, rootOf, threadPath } from '#contracts/paths.ts';
import type { RepublishWire } from '#contracts/wire/admin-publishing.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { createJob } from '../job/create.ts';
import { note } from '../log/note.ts';

const threadOf = statement<{ language: ThreadLanguage; lastFloor: number }, { id: number }>(
  `select language, last_floor as "lastFloor" from thread where id = :id`,
);

const isPublished = statement<{ path: string }, { paths: readonly string[] }>(
  `select path from published_page where path = any(:paths::text[])`,
);

/**
 * Pages of a thread on both sites: in its own language, and those of the other that somebody asked
 * for. Throws notFound.
 */
async function threadPaths(tx: Runner, id: number): Promise<string[]> {
  const [thread] = await threadOf(tx, { id });
  if (!thread) throw new AppError('notFound');
  const own = langOf(thread.language);
  const pages = Array.from({ length: pageOfFloor(thread.lastFloor) }, (_, index) => index + 1);
  const inLanguage = (lang: Lang) =>
    AREAS.flatMap((area) => pages.map((page) => threadPath(rootOf(area, lang), id, page)));
  const others = LANGS.filter((lang) => lang !== own).flatMap(inLanguage);
  const standing = new Set((await isPublished(tx, { paths: others })).map((row) => row.path));
  return [...inLanguage(own), ...others.filter((path) => standing.has(path))];
}

/**
 * Orders pages to be rendered, or compared with what the database says; resolves with the job.
 * Throws notFound.
 */
export async function startPublishing(
  db: Db,
  actorId: number,
  wanted: RepublishWire,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const kind =
      wanted.what === 'check' ? 'check' : wanted.what === 'everything' ? 'publish-all' : 'publish';
    const paths =
      wanted.what === 'path'
        ? [wanted.path]
        : wanted.what === 'thread'
          ? await threadPaths(tx, wanted.id)
          : undefined;
    const params = paths ? { paths } : wanted.what === 'check' ? { all: wanted.all } : {};
    const job = await createJob(tx, {
      kind,
      params,
      actorId,
      ...(paths ? { total: paths.length } : {}),
    });
    await note(tx, {
      actorId,
      action: 'publishing.start',
      target: { name: `job:${job}` },
      detail: { ...wanted },
    });
    return job;
  });
}
