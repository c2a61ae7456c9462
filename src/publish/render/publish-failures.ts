import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { toPath } from '../files/page-records.ts';

/* Pages that failed to render or be written, with the time of the next attempt. */

/** First pause before a failed page is retried, in seconds; it doubles up to the last. */
const MIN_RETRY_SECONDS = 1;

/** As above, for a page that ended the renderer's thread: each attempt costs a restart. */
const MIN_FATAL_RETRY_SECONDS = 15;

const MAX_RETRY_SECONDS = 3_600;

const upsertFailures = statement<
  unknown,
  { paths: readonly string[]; messages: readonly string[]; fatal: boolean }
>(`
  insert into publish_failure (path, message, fatal, next_at)
  select
    path,
    message,
    :fatal,
    now() + case
      when :fatal then ${MIN_FATAL_RETRY_SECONDS}
      else ${MIN_RETRY_SECONDS}
    end * interval '1 second'
  from unnest(:paths::text[], :messages::text[]) as one(path, message)
  on conflict (path) do update
    set
      message = excluded.message,
      times = publish_failure.times + 1,
      last_at = now(),
      fatal = publish_failure.fatal or excluded.fatal,
      next_at = now() + least(
        ${MAX_RETRY_SECONDS},
        case
          when publish_failure.fatal or excluded.fatal then ${MIN_FATAL_RETRY_SECONDS}
          else ${MIN_RETRY_SECONDS}
        end * power(2, least(publish_failure.times, 20))
      ) * interval '1 second'
  where publish_failure.next_at <= now() or excluded.fatal`);

const selectDueFailures = statement<{ path: string }, { limit: number }>(
  `select path from publish_failure where next_at <= now() order by next_at limit :limit`,
);

export interface PageFailure {
  path: string;
  message: string;
}

/** Schedules the next attempt of failed pages, with growing pauses; administrators see them. */
export async function recordFailures(
  on: Db | Runner,
  failures: readonly PageFailure[],
  fatal = false,
): Promise<void> {
  if (failures.length === 0) return;
  const uniqueFailures = [...new Map(failures.map((failure) => [failure.path, failure])).values()];
  await upsertFailures(on, {
    paths: uniqueFailures.map((failure) => failure.path),
    messages: uniqueFailures.map((failure) => failure.message.replaceAll('\0', '').slice(0, 500)),
    fatal,
  });
}

export const findDueFailures = async (db: Db, limit: number): Promise<string[]> =>
  (await selectDueFailures(db, { limit })).map(toPath);
