/** A boolean as the wire has it in most fields. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
