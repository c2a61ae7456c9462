import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { createBucketPages, openPagesBucket } from './bucket-pages.ts';
import { createFolderPages } from './folder-pages.ts';
import type { PageStore } from './page-store.ts';
import { guardFolder } from './pages-folder.ts';

/** The store of pages of a database: the bucket PAGES_URL, or the folder SITE_DIR. */
export const openPages = (
  { PAGES_URL, SITE_DIR }: Pick<Env, 'PAGES_URL' | 'SITE_DIR'>,
  db: Db,
): PageStore =>
  PAGES_URL
    ? createBucketPages(openPagesBucket(PAGES_URL))
    : guardFolder(createFolderPages(SITE_DIR), db);
