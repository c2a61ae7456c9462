import type { Env } from '#platform/env.ts';
import { createBucketPages, openPagesBucket } from './bucket-pages.ts';
import { createFolderPages } from './folder-pages.ts';
import type { PageStore } from './page-store.ts';

/** The operator's store of pages: the bucket PAGES_URL, or the folder SITE_DIR. */
export const openPages = ({
  PAGES_URL,
  SITE_DIR,
}: Pick<Env, 'PAGES_URL' | 'SITE_DIR'>): PageStore =>
  PAGES_URL ? createBucketPages(openPagesBucket(PAGES_URL)) : createFolderPages(SITE_DIR);
