import type { SignInEvent, SignInRefusal } from '#contracts/sign-in-events.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { signIns } from '#platform/metrics.ts';

/* server/background-jobs.ts deletes rows after SIGN_IN_RETENTION_DAYS. */

export interface SignIn {
  /** Undefined if refused before the user was known. */
  userId?: number | undefined;
  kind: 'site' | 'admin';
  event: SignInEvent;
  reason?: SignInRefusal | undefined;
  ip: string;
  userAgent: string;
}

const insertSignIn = statement<
  unknown,
  {
    userId: number | null;
    kind: string;
    event: string;
    reason: string;
    ip: string;
    userAgent: string;
  }
>(
  `
    insert into sign_in (
      user_id,
      kind,
      event,
      reason,
      ip,
      user_agent
    )
    values (:userId, :kind, :event, :reason, :ip, :userAgent)`,
);

const MAX_USER_AGENT_CHARACTERS = 300;

export async function logSignIn(
  on: Db | Runner,
  { userId, kind, event, reason, ip, userAgent }: SignIn,
): Promise<void> {
  signIns.inc({ area: kind, event });
  await insertSignIn(on, {
    userId: userId ?? null,
    kind,
    event,
    reason: reason ?? '',
    ip,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
  });
}
