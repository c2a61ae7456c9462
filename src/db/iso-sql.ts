/** SQL: a timestamp as RFC 3339 in UTC, as sent to clients; null for null. */
export const isoSql = (moment: string): string =>
  `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
