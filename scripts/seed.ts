import { parseArgs } from 'node:util';
import { createDb } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { isUsageError } from './cli/explain-failure.ts';
import { withDatabase } from './cli/with-database.ts';
import { type SeedRefusal, seedIfEmpty } from './seed/seed-if-empty.ts';
import type { VolumeSize } from './seed/volume/add-volume.ts';

const USAGE = `Adds content to the database.

  npm run seed                                        the demo community, into an empty database
  npm run seed -- --threads 100000 --posts 1000000    adds synthetic threads, for measurements; the forum is blocked
                                                      until it is done

  --threads  number of threads
  --posts    number of posts, including first posts
  --users    number of authors; default: a fifth of the threads`;

/** The requested size; `community` without one. */
export function parseSize(args: string[]): VolumeSize | 'community' | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      threads: { type: 'string' },
      posts: { type: 'string' },
      users: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  if (!values.threads && !values.posts && !values.users) return 'community';
  const parseCount = (name: 'threads' | 'posts' | 'users', otherwise: number): number => {
    const number = values[name] === undefined ? otherwise : Number(values[name]);
    if (!Number.isInteger(number) || number < 1 || number > 20_000_000)
      throw new ConfigError(`--${name} must be an integer from 1 to 20000000.`);
    return number;
  };
  const threads = parseCount('threads', 1_000);
  const posts = parseCount('posts', threads * 10);
  if (posts < threads)
    throw new ConfigError('--posts must be at least --threads: each thread has a first post.');
  return { threads, posts, users: parseCount('users', Math.max(50, Math.round(threads / 5))) };
}

const REFUSALS: Readonly<Record<SeedRefusal, string>> = {
  people:
    'The database already has members; the demo community needs an empty one. Add volume with --threads and --posts.',
  startedEmpty: 'This forum was started with --empty. Use another database for the demo community.',
};

/** Seeds an empty database. Returns the reason if it didn't. */
export async function seedCommunity(env: Env): Promise<SeedRefusal | undefined> {
  const url = env.DATABASE_URL as string;
  const db = createDb({ url, kind: 'maintenance', name: 'forum seed' });
  try {
    await migrateDatabase(db, url);
    return await seedIfEmpty(db, env);
  } finally {
    await db.$client.end();
  }
}

async function main(): Promise<void> {
  const size = parseSize(process.argv.slice(2));
  if (size === 'help') return void process.stdout.write(`${USAGE}\n`);
  await withDatabase(readEnv(), async (env) => {
    const refusal = await seedCommunity(env);
    if (size === 'community' && refusal) throw new ConfigError(REFUSALS[refusal]);
    if (size !== 'community') {
      const { addVolume } = await import('./seed/volume/add-volume.ts');
      await addVolume(env, size);
    }
  });
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    const isExpected = isUsageError(error) || error instanceof RangeError;
    process.stderr.write(`${isExpected ? (error as Error).message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
