/** SQL: a moment as RFC 3339 in UTC, as the wire has it. */
export const isoSql = (moment: string): string =>
  `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: as isoSql, null for null. */
export const nullableIsoSql = (column: string): string =>
  `case when ${column} is not null then ${isoSql(column)} end`;
