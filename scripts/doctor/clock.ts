import { sql } from 'drizzle-orm';
import { ask } from './ask.ts';
import type { Check } from './check.ts';
import { describeError } from './describe-error.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { withDatabase } from './forum.ts';

/* Compares this machine's clock with those of its services. */

const WARNING_SECONDS = 5;
const PROBLEM_SECONDS = 60;

interface Reading {
  /** Their clock, in milliseconds since 1970. */
  theirMs: number;
  /** Our clock at request and response. */
  fromMs: number;
  toMs: number;
}

/** Judges the smallest possible difference: the answer was created between request and response. */
function judge(whose: string, { theirMs, fromMs, toMs }: Reading): Result {
  const behindMs = Math.max(0, theirMs - toMs);
  const aheadMs = Math.max(0, fromMs - theirMs);
  const seconds = Math.round(Math.max(behindMs, aheadMs) / 1_000);
  if (seconds <= WARNING_SECONDS) return ok(`This clock and that of ${whose} agree.`);
  const sentence = `The clock of this machine is ${seconds} seconds ${behindMs > aheadMs ? 'behind' : 'ahead of'} that of ${whose}.`;
  const advice =
    'Synchronize both with NTP (timedatectl set-ntp true). Logins, sessions and the order of posts depend on the clock.';
  return seconds > PROBLEM_SECONDS ? problem(sentence, advice) : warning(sentence, advice);
}

const checkDatabase = withDatabase(async (db) => {
  const fromMs = Date.now();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  return judge('the database', { theirMs: Number(rows[0]?.ms), fromMs, toMs: Date.now() });
});

/** The Date header has whole seconds; Age is how old a cached response is. */
async function checkAnswer(whose: string, url: string): Promise<Result> {
  const fromMs = Date.now();
  try {
    const { headers } = await ask(url);
    const dateMs = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(dateMs)) return skipped(`The response of ${whose} has no date.`);
    const ageMs = (Number(headers.get('age')) || 0) * 1_000;
    return judge(whose, { theirMs: dateMs + ageMs, fromMs: fromMs - 1_000, toMs: Date.now() });
  } catch (error) {
    return skipped(`No response from ${whose} (${describeError(error)}).`);
  }
}

export const CLOCK_CHECKS: readonly Check[] = [
  {
    id: 'clock.database',
    checked: 'the clocks of this machine and the database',
    run: checkDatabase,
  },
  {
    id: 'clock.site',
    checked: 'the clocks of this machine and the server at SITE_URL',
    run: ({ env }) => checkAnswer('SITE_URL', `${env.SITE_URL}/api/live`),
  },
  {
    id: 'clock.provider',
    checked: 'the clocks of this machine and the identity provider',
    run: async ({ env }) =>
      env.OIDC_ISSUER
        ? checkAnswer('the identity provider', env.OIDC_ISSUER)
        : skipped('OIDC_ISSUER is not set.'),
  },
];
