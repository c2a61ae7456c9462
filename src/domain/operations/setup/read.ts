import type { ConfigName } from '#contracts/config-entries.ts';
import {
  SETUP_STEPS,
  type SetupStep,
  type SetupStepState,
  setupConfigOf,
} from '#contracts/setup-steps.ts';
import type { SetupWire } from '#contracts/wire/setup.ts';
import type { Db } from '#db/client.ts';
import { EMPTY_START_STATE, MAIL_TESTED_STATE, SKIPPED_STEPS_STATE } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { describeServer } from '../../delivery/mail/transport.ts';

interface SetupRow {
  startedEmpty: boolean;
  skipped: SetupStep[];
  forums: number;
  configured: ConfigName[];
  /** The mail server that accepted a test mail, without credentials. */
  mailTested: string | null;
}
const selectSetup = statement<SetupRow>(`
  select
    exists (select from site_state where name = '${EMPTY_START_STATE}') as "startedEmpty",
    coalesce((select value from site_state where name = '${SKIPPED_STEPS_STATE}'), '[]') as skipped,
    (select count(*)::int from forum) as forums,
    coalesce((select array_agg(field) from config_entry), '{}') as configured,
    (
      select value #>> '{}'
      from site_state
      where name = '${MAIL_TESTED_STATE}'
    ) as "mailTested"`);
const noteSkipped = statement<unknown, { step: string }>(`
  insert into site_state (name, value)
  values ('${SKIPPED_STEPS_STATE}', jsonb_build_array(:step::text))
  on conflict (name) do update
    set value = (site_state.value - :step::text) || excluded.value, updated_at = now()`);
const forgetSkipped = statement<unknown, { step: string }>(`
  update site_state
  set value = value - :step::text, updated_at = now()
  where name = '${SKIPPED_STEPS_STATE}'`);

type SetupEnv = Pick<Env, 'OIDC_ISSUER' | 'SMTP_URL'>;

/** Whether a step is done; for mail, whether the server passed a test. */
function isDone(step: SetupStep, row: SetupRow, env: SetupEnv): boolean {
  const config = setupConfigOf(step);
  if (config) return row.configured.includes(config);
  switch (step) {
    case 'provider':
      return env.OIDC_ISSUER !== undefined;
    case 'mail':
      return env.SMTP_URL !== undefined && row.mailTested === describeServer(env);
    default:
      return row.forums > 0;
  }
}

const stateOf = (step: SetupStep, row: SetupRow, env: SetupEnv): SetupStepState => {
  if (isDone(step, row, env)) return 'done';
  return row.skipped.includes(step) ? 'skipped' : 'open';
};

export async function readSetup(
  db: Db,
  env: SetupEnv,
): Promise<Pick<SetupWire, 'steps' | 'mail' | 'forums'>> {
  const [row] = (await selectSetup(db)) as [SetupRow];
  return {
    steps: SETUP_STEPS.map((name) => ({ name, state: stateOf(name, row, env) })),
    mail: env.SMTP_URL !== undefined,
    forums: row.forums,
  };
}

/** Open steps of a forum that started empty; else 0. */
export async function countOpenSteps(db: Db, env: SetupEnv): Promise<number> {
  const [row] = (await selectSetup(db)) as [SetupRow];
  if (!row.startedEmpty) return 0;
  return SETUP_STEPS.filter((step) => stateOf(step, row, env) === 'open').length;
}

export async function skipSetupStep(db: Db, step: SetupStep, skipped: boolean): Promise<void> {
  await (skipped ? noteSkipped : forgetSkipped)(db, { step });
}
