import type { AstroGlobal } from 'astro';
import type { ForumsPage } from '#contracts/model.ts';
import { type Area, forumsPath } from '#contracts/paths.ts';
import { readForumsPage } from '#domain/forum/read.ts';
import { absent, opened, rootIn, type Shown } from './opened.ts';

export async function openForums(astro: AstroGlobal, area: Area): Promise<Shown<ForumsPage>> {
  const { db, timeZone, made } = astro.locals;
  const rooted = rootIn(astro, area);
  if (!rooted) return absent(404);
  const { data, tags } = await readForumsPage(db, timeZone);
  made.tags = tags;
  return { ...opened(astro, rooted, forumsPath(rooted.root)), page: data };
}
