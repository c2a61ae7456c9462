import type { AstroGlobal } from 'astro';
import type { HomePage } from '#contracts/model.ts';
import { type Area, homePath, parseList } from '#contracts/paths.ts';
import { followsWrites } from '#domain/forum/read.ts';
import { readHomePage } from '#domain/home/read.ts';
import { absent, KEPT, opened, rootIn, type Shown } from './opened.ts';

export async function openHome(astro: AstroGlobal, area: Area): Promise<Shown<HomePage>> {
  const { db, timeZone, made } = astro.locals;
  const rooted = rootIn(astro, area);
  const address = parseList(astro.params.list);
  const loaded =
    rooted && address && (await readHomePage(db, timeZone, rooted.lang, address, area));
  if (!rooted || !address || !loaded) return absent(404);
  made.tags = loaded.tags;
  if (!followsWrites(address)) made.keepFor = KEPT;
  return {
    ...opened(astro, rooted, homePath(rooted.root, address), loaded.notice),
    page: loaded.data,
  };
}
