import { REPEAT_WINDOW_SECONDS } from '#contracts/limits.ts';

/**
 * SQL: remembers that `:userId` writes content with this hash, an SQL expression. It returns a row
 * unless the same user wrote the same within REPEAT_WINDOW_SECONDS; two who race get one row.
 */
export const claimContentSql = (hash: string): string => `
  insert into recent_content (user_id, content_hash)
  values (:userId, ${hash})
  on conflict (user_id, content_hash) do update set written_at = now()
  where recent_content.written_at < now() - interval '${REPEAT_WINDOW_SECONDS} seconds'
  returning 1`;
