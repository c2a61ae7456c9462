/* Functions of PostgreSQL that never return null, or only if an argument is null. */

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Aggregates and window functions, too. */
export const NEVER_NULL = namesIn(`
  array_append array_cat array_prepend clock_timestamp concat count cume_dist current_database
  dense_rank gen_random_uuid json_build_array json_build_object jsonb_build_array
  jsonb_build_object now ntile num_nonnulls num_nulls percent_rank pg_advisory_unlock
  pg_advisory_xact_lock pg_backend_pid pg_current_snapshot pg_current_wal_flush_lsn pg_is_in_recovery pg_postmaster_start_time
  pg_try_advisory_lock pg_try_advisory_xact_lock random rank row_number statement_timestamp
  transaction_timestamp uuidv4 uuidv7 version`);

/** Null only if an argument is. */
export const NULL_FOR_NULL = namesIn(`
  abs age array_remove array_replace array_to_string ascii bit_count btrim cardinality ceil ceiling
  char_length chr concat_ws convert_from convert_to date date_part date_trunc decode encode exp extract floor
  format greatest hashtext hashtextextended initcap json_array_length json_strip_nulls json_typeof
  jsonb_array_length jsonb_set jsonb_strip_nulls jsonb_typeof left length ln log lower lpad ltrim
  make_date make_interval md5 mod nextval numnode octet_length overlay pg_database_size position power
  quote_literal regexp_count regexp_like regexp_replace regexp_split_to_array repeat replace
  reverse right round row_to_json rpad rtrim setweight sha256 sign split_part sqrt starts_with
  string_to_array strip strpos substr to_char to_json to_jsonb to_number to_timestamp to_tsquery
  to_tsvector translate trunc ts_rank ts_rank_cd tsvector_to_array upper width_bucket`);

/** Aggregates that are null only without a row. */
export const NULL_WITHOUT_ROWS = namesIn(`
  array_agg json_agg json_object_agg jsonb_agg jsonb_object_agg`);

/** Aggregates and window functions that are null without a row, or if all arguments are null. */
export const NULL_OF_NULLS = namesIn(`
  any_value avg bit_and bit_or bool_and bool_or every first_value last_value max min string_agg
  sum`);

/** Functions in FROM whose rows have no null. */
export const ROWS_WITHOUT_NULL = namesIn(`
  generate_series generate_subscripts json_array_elements json_object_keys jsonb_array_elements
  jsonb_object_keys regexp_split_to_table string_to_table`);

/** Operators that may be null for other values than null. */
export const NULLING_OPERATORS: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>', '@?']);
