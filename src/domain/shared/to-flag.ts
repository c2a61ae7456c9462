/** Wire form of a boolean in most fields. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
