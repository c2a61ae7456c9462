import { atom } from 'nanostores';
import type { Brand } from '#contracts/brand.ts';

/** The brand saved since the page loaded; before, the document's body has it. */
export const $savedBrand = atom<Brand | undefined>(undefined);
