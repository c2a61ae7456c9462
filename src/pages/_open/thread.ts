import type { AstroGlobal } from 'astro';
import { STATUS_ERRORS } from '#contracts/errors.ts';
import type { ThreadPage } from '#contracts/model.ts';
import { type Area, parseId, parsePage, threadPath } from '#contracts/paths.ts';
import { readThreadPage } from '#domain/thread/read.ts';
import { absent, opened, rootIn, type Shown } from './opened.ts';

export async function openThread(astro: AstroGlobal, area: Area): Promise<Shown<ThreadPage>> {
  const { db, made, preloaded, allowed } = astro.locals;
  const rooted = rootIn(astro, area);
  const id = parseId(astro.params.id);
  const number = parsePage(astro.params.page);
  if (!rooted || !id || !number) return absent(404);
  const path = threadPath(rooted.root, id, number);
  const loaded =
    (preloaded?.get(path) as Awaited<ReturnType<typeof readThreadPage>> | undefined) ??
    (await readThreadPage(db, id, number, allowed));
  if (typeof loaded === 'string') return absent(STATUS_ERRORS[loaded]);
  made.tags = loaded.tags;
  return { ...opened(astro, rooted, path), page: loaded.data };
}
