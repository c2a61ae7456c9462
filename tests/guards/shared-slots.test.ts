import { expect, test } from 'vitest';
import { SHARED_SLOTS, type SharedSlotName } from '#platform/shared-slots.ts';
import { filesBelow, textOf } from './sources.ts';

/** The test of each slot in which one user fills it while another works. */
const TESTS: Record<SharedSlotName, readonly [file: string, title: string]> = {
  forms: ['api/flooded-queues', 'six people send eight pictures each: a seventh’s waits'],
  pictures: ['api/uploads-slow', 'one person’s pictures leave a slot to others'],
  messages: ['api/flooded-queues', 'six people flood by every call that posts: a seventh’s reply'],
  pages: ['unit/missing-page-limit', 'an address with the maximum of queued pages gets'],
  privatePages: [
    'unit/private-pages',
    'a person who asks for many private pages waits behind others',
  ],
  exports: ['api/shared-slots', 'an administrator who stops reading a file leaves a slot'],
  pushes: ['api/push-failures', 'messages to a slow service leave the slots to others'],
  slowPushes: ['api/push-failures', 'a person’s browsers at slow services are served one after'],
  pushLookups: ['unit/push-look-up', 'two names are looked up at a time, one of each person'],
  mail: ['api/shared-slots', 'a mail that the mail server never answers leaves its slot'],
};
const NAMES = Object.keys(SHARED_SLOTS) as SharedSlotName[];

test.each(NAMES)('[guard] one person who fills the slot %s does not block others', (name) => {
  const [file, title] = TESTS[name];
  expect(textOf(`tests/${file}.test.ts`)).toContain(title);
});

test('[guard] every shared slot reports its use to GET /metrics', () => {
  const sources = filesBelow('src').map(textOf).join('\n');
  const reports = (name: string) =>
    new RegExp(`measureSlot\\(\\s*'${name}'|\\bslot: '${name}'`).test(sources);
  expect(NAMES.filter((name) => !reports(name))).toEqual([]);
});

test('[guard] every shared slot has a time limit', () => {
  for (const [name, { timeLimitMs }] of Object.entries(SHARED_SLOTS))
    expect(timeLimitMs, name).toBeLessThanOrEqual(30 * 60_000);
});
