/** SQL: a user in wire form; null for an unmatched left join. */
export const userJsonSql = (u: string): string => `
  case
    when ${u}.id is not null then json_build_object('id', ${u}.id, 'nickname', ${u}.nickname)
  end`;
