import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

/** Output of a failing tool of `npm run check`. */
async function complaint(tool: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'scripts/check.ts'), '--only', tool], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return code === 0 ? '' : output.slice(-6_000);
}

test('[guard] the formatters find nothing to format, and Biome nothing to complain of', async () => {
  expect(await complaint('format-lint')).toBe('');
});

test('[guard] the types hold, in TypeScript and in Astro’s files', async () => {
  expect(await complaint('types')).toBe('');
}, 240_000);

test('[guard] no file, export or package is there that nothing uses', async () => {
  expect(await complaint('unused-code')).toBe('');
});
