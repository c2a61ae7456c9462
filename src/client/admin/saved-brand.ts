import { atom } from 'nanostores';
import type { Brand } from '#contracts/brand.ts';

/** The brand that was saved since the page came, whose own is in its document's body. */
export const $savedBrand = atom<Brand | undefined>(undefined);
