/** SQL: a user of a left join as the wire has them, null for none. */
export const userJsonSql = (u: string): string => `
  case
    when ${u}.id is not null then json_build_object('id', ${u}.id, 'nickname', ${u}.nickname)
  end`;
