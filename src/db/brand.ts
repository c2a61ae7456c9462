import { type Brand, type StoredBrand, toBrand } from '#contracts/brand.ts';
import type { Db } from './client.ts';
import { statement } from './statement.ts';

const selectBrand = statement<StoredBrand>(
  `select version, value from config_entry where field = 'brand'`,
);

/** The brand as an administrator saved it last; undefined while nobody has. */
export const readStoredBrand = async (db: Db): Promise<StoredBrand | undefined> =>
  (await selectBrand(db))[0];

/** The brand that the forum is run under at this moment. */
export const readBrand = async (db: Db, env: { PROXY_TARGET: string }): Promise<Brand> =>
  toBrand(await readStoredBrand(db), env.PROXY_TARGET);

/**
 * What pages are made with: the templates and the brand, which nearly all of them show. Pages that
 * were made with another one are rendered anew in the background.
 */
export const toPageBuild = (fingerprint: string, brand: StoredBrand | undefined): string =>
  brand?.version ? `${fingerprint}-${brand.version}` : fingerprint;

export const readPageBuild = async (db: Db, fingerprint: string): Promise<string> =>
  toPageBuild(fingerprint, await readStoredBrand(db));
