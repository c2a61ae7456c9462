/** SQL: whether a ban of the user is in force; may be null. `u`: the alias of "user". */
export const isBannedSql = (u: string): string =>
  `(${u}.banned_from <= now() and ${u}.banned_until > now())`;
