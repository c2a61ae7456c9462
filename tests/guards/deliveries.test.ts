import { expect, test } from 'vitest';
import { codeFiles, textOf } from './sources.ts';

/* Only these functions queue the deliveries of what they insert. */

const INSERTS = /insert\s+into\s+"?(?:notification|letter)\b|insert\((?:notification|letter)\)/i;

test('[guard] only domain/delivery/events.ts inserts notifications and private messages', () => {
  const inserting = codeFiles().filter(
    (path) => /^(?:src|scripts)\//.test(path) && INSERTS.test(textOf(path)),
  );
  expect(inserting).toEqual(['src/domain/delivery/events.ts']);
});
