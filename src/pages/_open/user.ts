import type { AstroGlobal } from 'astro';
import type { UserPage } from '#contracts/model.ts';
import {
  type Area,
  parseId,
  parsePage,
  USER_TABS,
  type UserTab,
  userPath,
} from '#contracts/paths.ts';
import { readUserPage } from '#domain/user/read.ts';
import { absent, KEPT, opened, rootIn, type Shown } from './opened.ts';

export async function openUser(astro: AstroGlobal, area: Area): Promise<Shown<UserPage>> {
  const { db, made } = astro.locals;
  const rooted = rootIn(astro, area);
  const { rest = '' } = astro.params;
  const id = parseId(astro.params.id);
  const [tab = 'threads', pageText] = rest.split('/').filter(Boolean);
  const page = parsePage(pageText);
  if (!rooted || !id || !page || !USER_TABS.includes(tab as UserTab)) return absent(404);
  const path = userPath(rooted.root, id, tab as UserTab, page);
  const loaded = path.endsWith(`/${id}${rest && `/${rest}`}`)
    ? await readUserPage(db, id, tab as UserTab, page)
    : undefined;
  if (!loaded) return absent(404);
  made.tags = loaded.tags;
  if (page > 1 || tab !== 'threads') made.keepFor = KEPT;
  return { ...opened(astro, rooted, path), page: loaded.data };
}
