import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Scope } from '#auth/actor.ts';
import { TOKEN_SCOPES } from '#contracts/limits.ts';
import { createDb, type Db, schema } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { isUsageError } from './cli/explain-failure.ts';
import { createToken } from './create-token.ts';

const USAGE = `Creates and prints a personal access token of a user, for programs (Authorization: Bearer …).

  npm run token -- --user 10000 --scopes read,write,moderate [--name NAME] [--days N]

  --user    the user's id
  --scopes  its permissions: any of ${TOKEN_SCOPES.join(', ')}; default read
  --name    its purpose, shown in the list of tokens; default "command line"
  --days    its lifetime; by default it does not expire`;

const DAY_MS = 86_400_000;

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      user: { type: 'string' },
      scopes: { type: 'string', default: 'read' },
      name: { type: 'string', default: 'command line' },
      days: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const userId = Number(values.user);
  if (!Number.isInteger(userId) || userId < 1 || userId > 2 ** 31 - 1)
    throw new ConfigError('--user must be the id of a user, like 10000.');
  const scopes = values.scopes
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);
  const unknown = scopes.find((scope) => !(TOKEN_SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined || scopes.length === 0)
    throw new ConfigError(
      `--scopes must be some of ${TOKEN_SCOPES.join(', ')}${unknown ? `, not ${unknown}` : ''}.`,
    );
  const days = values.days === undefined ? 0 : Number(values.days);
  if (values.days !== undefined && !(days > 0 && days <= 36_500))
    throw new ConfigError('--days must be a number of days.');
  return { userId, scopes: scopes as Scope[], name: values.name, days };
}

async function withDb<T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> {
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'postgres', 'PG_VERSION')))
    throw new ConfigError(
      `There is no forum in ${env.DATA_DIR} yet. Start it once with npm start, or set DATABASE_URL.`,
    );
  const embedded = env.DATABASE_URL ? undefined : await startEmbeddedPostgres(env.DATA_DIR);
  const db = createDb({
    url: env.DATABASE_URL ?? (embedded?.url as string),
    kind: 'maintenance',
    name: 'forum token',
  });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
    await embedded?.stop();
  }
}

/** PostgreSQL's code for a missing table. */
const UNDEFINED_TABLE = '42P01';

try {
  const tokenRequest = readArguments(process.argv.slice(2));
  if (!tokenRequest) {
    console.log(USAGE);
    process.exit(0);
  }
  const { token, nickname } = await withDb(readEnv(), async (db) => {
    const [owner] = await db
      .select({ nickname: schema.user.nickname })
      .from(schema.user)
      .where(eq(schema.user.id, tokenRequest.userId));
    if (!owner) throw new ConfigError(`There is no user ${tokenRequest.userId}.`);
    return { ...(await createToken(db, tokenRequest)), nickname: owner.nickname };
  });
  const until = tokenRequest.days
    ? `until ${new Date(Date.now() + tokenRequest.days * DAY_MS).toISOString().slice(0, 10)}`
    : 'until it is revoked';
  console.error(
    `A token of ${nickname} (${tokenRequest.userId}) for ${tokenRequest.scopes.join(', ')}, ${until}. It is not shown again:`,
  );
  console.log(token);
  process.exit(0);
} catch (error) {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  if (isUsageError(error)) console.error((error as Error).message);
  else if (code === UNDEFINED_TABLE)
    console.error('The database has no forum yet. Start it once with npm start.');
  else if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    console.error(
      'The database does not respond. Check DATABASE_URL, and whether PostgreSQL is running.',
    );
  else console.error(error);
  process.exit(1);
}
