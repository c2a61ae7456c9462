import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DraftsReplyWire } from '#contracts/wire/own-content.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { createWriters, MEMBER } from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/*
 * A user edits one draft on several devices. Finally each typed word is in some draft, whatever the
 * order of saves, lost answers and clock differences.
 */

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(MEMBER);
const { thread } = await createWriters(api, member, member);

/** A device's copy of a draft: see DraftRecord in client/drafts/draft-records.ts. */
interface Device {
  writer: string;
  text: string;
  id: number;
  base: string;
  dirty: boolean;
}

type Act =
  | { act: 'type'; device: number; said: string }
  /** `age` in seconds since typing; `lost` if the answer doesn't arrive. */
  | { act: 'save'; device: number; age: number; lost: boolean }
  | { act: 'open'; device: number }
  /** The draft is sent or discarded. */
  | { act: 'drop'; device: number }
  | { act: 'save together'; ages: number[] };

const device = fc.nat({ max: 2 });
const age = fc.oneof(fc.constant(0), fc.nat({ max: 3 }), fc.nat({ max: 86_400 }));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    arbitrary: fc.record({ act: fc.constant('type' as const), device, said: anyText(3) }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      act: fc.constant('save' as const),
      device,
      age,
      lost: fc.nat({ max: 3 }).map((n) => n === 0),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ act: fc.constant('open' as const), device }), weight: 2 },
  { arbitrary: fc.record({ act: fc.constant('drop' as const), device }), weight: 1 },
  {
    arbitrary: fc.record({
      act: fc.constant('save together' as const),
      ages: fc.array(age, { minLength: 3, maxLength: 3 }),
    }),
    weight: 1,
  },
);

const stored = async (query: string): Promise<DraftsReplyWire['data']> => {
  const { status, body } = await member.call<DraftsReplyWire>(
    'GET',
    `/api/v1/thread/draft?limit=100${query}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

async function save(
  on: Device,
  threadId: number,
  typedBefore: number,
  lost: boolean,
): Promise<void> {
  if (!on.dirty) return;
  const sent = on.text;
  const { status, body } = await member.call<{ data: { id: number; updated_at: string } }>(
    'POST',
    '/api/v1/thread/draft',
    {
      ...(on.id ? { id: on.id } : {}),
      thread_id: threadId,
      post_id: 0,
      subject: threadId ? '' : 'x',
      message: sent,
      base: on.base,
      writer: on.writer,
      age: typedBefore,
    },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  if (!lost)
    Object.assign(on, { id: body.data.id, base: body.data.updated_at, dirty: on.text !== sent });
}

/** Loads the server's draft, as a reopened page does; unsaved local text is retained. */
async function open(on: Device, threadId: number): Promise<void> {
  if (on.dirty) return;
  const drafts = await stored(on.id ? `&id=${on.id}` : threadId ? `&thread_id=${threadId}` : '');
  const there = drafts.find((draft) =>
    on.id ? draft.id === on.id : threadId ? true : draft.thread_id === 0,
  );
  if (there) Object.assign(on, { text: there.message, id: there.id, base: there.updated_at });
}

/** Discards a device's draft up to the server's version; the device continues with an empty one. */
async function drop(on: Device): Promise<void> {
  const { id, base, writer } = on;
  if (id)
    expect(
      (
        await member.call(
          'DELETE',
          `/api/v1/thread/draft?${new URLSearchParams({ id: String(id), base, writer })}`,
        )
      ).status,
    ).toBe(200);
  Object.assign(on, { writer: `${writer}n`, text: '', id: 0, base: '', dirty: false });
}

test.for(['a reply', 'a new thread'])(
  '[R27] of %s that is written on three devices, in any order and at once, with answers that are lost, no word is lost but those that were sent or thrown away',
  async (kind) => {
    const threadId = kind === 'a reply' ? await thread() : 0;
    let words = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        await db.execute(sql`delete from draft where user_id = ${MEMBER}`);
        const devices = [0, 1, 2].map(
          (number): Device => ({ writer: `w${number}`, text: '', id: 0, base: '', dirty: false }),
        );
        let typed: string[] = [];
        const thrownAway = new Set<number>();
        for (const one of acts) {
          if (one.act === 'save together') {
            await Promise.all(
              devices.map((on, number) => save(on, threadId, one.ages[number] as number, false)),
            );
            continue;
          }
          const on = devices[one.device] as Device;
          if (one.act === 'save') await save(on, threadId, one.age, one.lost);
          else if (one.act === 'open') await open(on, threadId);
          else if (one.act === 'drop') {
            typed = typed.filter((word) => !on.text.includes(word));
            thrownAway.add(on.id);
            await drop(on);
          } else {
            const word = `word${++words};`;
            typed.push(word);
            Object.assign(on, {
              text: `${on.text}<p>${word}${one.said.toWellFormed().replaceAll('\0', '').replace(/[<&]/g, '')}</p>`,
              dirty: true,
            });
          }
        }
        for (const on of devices) await save(on, threadId, 0, false);
        const kept = (await stored('')).map(({ message }) => message);
        expect(typed.filter((word) => !kept.some((text) => text.includes(word)))).toEqual([]);
        // Each device continues with an existing draft, if no other device discarded it.
        for (const on of devices)
          if (on.id && !thrownAway.has(on.id))
            expect((await stored(`&id=${on.id}`)).length).toBe(1);
      }),
      propertyRuns(40),
    );
    expect(words).toBeGreaterThan(40);
  },
);
