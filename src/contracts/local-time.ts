/** Local time of the community: "2026-11-01" or "2026-11-01 08:00:00". */
export const LOCAL_TIME_PATTERN =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
