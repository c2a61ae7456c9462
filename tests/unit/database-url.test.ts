import { expect, test } from 'vitest';
import { readEnv } from '#platform/env.ts';

/* DATABASE_URL and DATABASE_REPLICA_URL. pg connects to one host only. */

test.for([
  'postgres://forum:secret@one:5432,two:5432/forum',
  'postgresql://one,two/forum',
  'postgres://forum@/forum?host=one,two',
  'postgres://forum@/forum?sslmode=require&host=one%2Ctwo',
])('[ops] %s is refused because of its several hosts', (url) => {
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'])
    expect(() => readEnv({ [name]: url })).toThrow(`${name}: must name one host`);
});

test.for([
  'postgres://forum:a,b@one:5432/forum',
  'postgres://forum@/forum?host=/run/postgresql',
  'postgres://forum@one/forum?options=-c%20search_path%3Da,b',
])('[ops] %s names one host', (url) => {
  expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
});
