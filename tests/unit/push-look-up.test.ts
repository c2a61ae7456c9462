import { expect, test } from 'vitest';
import { createLookupTurn, createNameLookup } from '#domain/delivery/push/look-up.ts';
import { startNameServer } from '../support/name-server.ts';

/* DNS lookups of push services, whose names members choose. */

/** A limit in milliseconds that no test reaches. */
const NEVER_MS = 60_000;

async function startLookups(timeoutMs = NEVER_MS) {
  const names = await startNameServer();
  let nowMs = 0;
  const lookUp = createNameLookup({ servers: [names.server], timeoutMs, now: () => nowMs });
  const { signal } = new AbortController();
  return {
    names,
    /** Looks up names in parallel for one user. */
    lookUpAll(person: number, hostnames: readonly string[], stop = signal) {
      const asker = { person, turn: createLookupTurn(20), signal: stop };
      return Promise.allSettled(hostnames.map((hostname) => lookUp(hostname, asker)));
    },
    passMs: (ms: number) => (nowMs += ms),
  };
}
const namesOf = (person: number) => [1, 2, 3].map((one) => `s${one}.p${person}.example`);

test('[R30] two names are looked up at a time, one of each person', async () => {
  const { names, lookUpAll } = await startLookups();
  const all = Promise.all([1, 2, 3].map((person) => lookUpAll(person, namesOf(person))));
  const seen = new Set<string>();
  while (seen.size < 9) {
    await names.untilOpen(Math.min(2, 9 - seen.size));
    expect(names.open.size).toBeLessThanOrEqual(2);
    expect(new Set([...names.open].map((name) => name.split('.')[1])).size).toBe(names.open.size);
    const [name = ''] = names.open;
    seen.add(name);
    names.answer(name, ['1.1.1.1']);
  }
  for (const answers of await all)
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

test('[R30] a name that a push service answers to does not wait for names without an answer', async () => {
  const { names, lookUpAll } = await startLookups();
  names.answers['push.example'] = ['1.1.1.1'];
  await lookUpAll(1, ['push.example']);
  const stuck = lookUpAll(1, ['silent.p1.example', 'push.example']);
  const others = lookUpAll(2, ['silent.p2.example']);
  await names.untilOpen(2);
  const [answer] = await lookUpAll(1, ['push.example']);
  expect(answer).toEqual({ status: 'fulfilled', value: [{ address: '1.1.1.1', family: 4 }] });
  for (const name of names.open) names.answer(name);
  await Promise.all([stuck, others]);
});

test('[R30] a look-up without an answer ends', async () => {
  const { lookUpAll } = await startLookups(50);
  expect(await lookUpAll(1, ['silent.example'])).toMatchObject([{ status: 'rejected' }]);
});

test('[R30] a name that failed is paused, longer each time', async () => {
  const { names, lookUpAll, passMs } = await startLookups();
  const fail = async () => {
    const answer = lookUpAll(1, ['gone.example']);
    await names.untilOpen(1);
    names.answer('gone.example');
    expect(await answer).toMatchObject([{ status: 'rejected' }]);
  };
  const rejectWithoutAsking = async () => {
    expect(await lookUpAll(1, ['gone.example'])).toMatchObject([{ status: 'rejected' }]);
    expect(names.open.size).toBe(0);
  };
  await fail();
  passMs(29_000);
  await rejectWithoutAsking();
  passMs(1_000);
  await fail();
  passMs(59_000);
  await rejectWithoutAsking();
  passMs(1_000);
  names.answers['gone.example'] = ['1.1.1.1'];
  expect(await lookUpAll(1, ['gone.example'])).toMatchObject([{ status: 'fulfilled' }]);
});

test('[R21] a name with any address inside of a network is refused', async () => {
  const { names, lookUpAll } = await startLookups();
  names.answers['mixed.example'] = ['1.1.1.1', '10.0.0.7'];
  expect(await lookUpAll(1, ['mixed.example'])).toMatchObject([
    { status: 'rejected', reason: new Error('not a public address') },
  ]);
});

test('[R30] a look-up that nobody waits for any more is not begun', async () => {
  const { names, lookUpAll } = await startLookups();
  const stop = new AbortController();
  const both = lookUpAll(1, ['first.example', 'second.example'], stop.signal);
  await names.untilOpen(1);
  stop.abort();
  names.answer('first.example', ['1.1.1.1']);
  expect(await both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
  expect(names.asked).not.toContain('second.example');
});
