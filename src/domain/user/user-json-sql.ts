/** SQL: a user as the wire names them; null for none of a left join. */
export const userJsonSql = (u: string): string => `
  case
    when ${u}.id is not null then json_build_object('id', ${u}.id, 'nickname', ${u}.nickname)
  end`;
