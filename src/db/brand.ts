import { type Brand, type StoredBrand, toBrand } from '#contracts/brand.ts';
import type { Db } from './client.ts';
import { statement } from './statement.ts';

const selectBrand = statement<StoredBrand>(
  `select version, value from config_entry where field = 'brand'`,
);

/** The brand that an administrator saved last; undefined before the first save. */
export const readStoredBrand = async (db: Db): Promise<StoredBrand | undefined> =>
  (await selectBrand(db))[0];

export const readBrand = async (db: Db, env: { PROXY_TARGET: string }): Promise<Brand> =>
  toBrand(await readStoredBrand(db), env.PROXY_TARGET);

/** Identifies the templates and the brand of a page. Maintenance re-renders pages of others. */
export const toPageBuild = (fingerprint: string, brand: StoredBrand | undefined): string =>
  brand?.version ? `${fingerprint}-${brand.version}` : fingerprint;

export const readPageBuild = async (db: Db, fingerprint: string): Promise<string> =>
  toPageBuild(fingerprint, await readStoredBrand(db));
