import type { AccountDeletionWire, AccountExportStatus } from '#contracts/wire/own-data.ts';
import { call } from '../core/api.ts';

/** The order to delete the reader's account; null: there is none. Throws Failure. */
export const loadDeletion = async (): Promise<AccountDeletionWire | null> =>
  (await call('GET /v2/user/deletion')).data;

/** Throws Failure. */
export const orderDeletion = async (
  posts: AccountDeletionWire['posts'],
): Promise<AccountDeletionWire | null> =>
  (await call('POST /v2/user/deletion', { body: { posts } })).data;

/** Throws Failure. */
export const revokeDeletion = (): Promise<unknown> => call('DELETE /v2/user/deletion');

/** Throws Failure. */
export const loadExport = async (): Promise<AccountExportStatus> =>
  (await call('GET /v2/user/export')).data;

/** Throws Failure. */
export const orderExport = async (): Promise<AccountExportStatus> =>
  (await call('POST /v2/user/export')).data;

/** Where the archive is fetched, once. */
export const EXPORT_FILE_URL = '/api/v2/user/export/file';
