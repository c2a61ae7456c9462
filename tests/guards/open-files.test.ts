import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/** They close opened files, whatever the client does. */
const OPENERS = [
  'src/api/http/middleware/limit-form.ts',
  'src/platform/durable-file.ts',
  'src/platform/file-stream.ts',
  'src/server/page-files.ts',
];

test('[guard] a file is opened for reading where something always closes it', () => {
  const opens =
    /\bopen\b[^;]*from 'node:fs\/promises'|\bfs\.open|createReadStream\(|Readable\.toWeb\(/;
  expect(
    filesBelow('src')
      .filter((path) => /\.tsx?$/.test(path) && opens.test(textOf(path)))
      .sort(),
  ).toEqual(OPENERS);
});
