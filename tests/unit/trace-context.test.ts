import { expect, test } from 'vitest';
import { parseTraceparent } from '#platform/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('[ops] a trace is taken over from a valid header alone', () => {
  expect(parseTraceparent(`00-${TRACE}-${PARENT}-01`)).toEqual({
    traceId: TRACE,
    traceparent: `00-${TRACE}-${PARENT}-01`,
    isSampled: true,
  });
  expect(parseTraceparent(`00-${TRACE}-${PARENT}-00`)?.isSampled).toBe(false);
  for (const header of [
    undefined,
    '',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}-01*/; drop table x`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  ])
    expect(parseTraceparent(header), header).toBeUndefined();
});
