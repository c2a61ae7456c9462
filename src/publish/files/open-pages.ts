import type { Env } from '#platform/env.ts';
import { createFolderPages } from './folder-pages.ts';
import type { PageStore } from './page-store.ts';

/** The operator's store of pages. */
export const openPages = ({ SITE_DIR }: Pick<Env, 'SITE_DIR'>): PageStore =>
  createFolderPages(SITE_DIR);
