import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/test-site.ts';

const script = join(import.meta.dirname, '../../scripts/link-node.mjs');
const own = `node-${process.platform}-${process.arch}`;
const link = (cwd: string) => spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });

test('[ops] npm’s own Node is linked among the programs again when npm has lost it, and left alone otherwise', () => {
  const folder = temporaryFolder('node');
  const place = join(folder, 'node_modules/.bin/node');
  mkdirSync(join(folder, 'node_modules', own, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', own, 'bin/node'), '#!/bin/sh\necho the one\n');

  expect(link(folder)).toMatchObject({ status: 0, stderr: '' });
  expect(spawnSync(place, { encoding: 'utf8' }).stdout).toBe('the one\n');
  const made = lstatSync(place).mtimeMs;
  expect(link(folder).status).toBe(0);
  expect(lstatSync(place).mtimeMs).toBe(made);

  rmSync(place);
  symlinkSync('../node-somewhere-else/bin/node', place);
  expect(link(folder).status).toBe(0);
  expect(readlinkSync(place)).toBe(`../${own}/bin/node`);
});

test('[ops] without a Node from npm the system’s is left alone', () => {
  const folder = temporaryFolder('node');
  mkdirSync(join(folder, 'node_modules'));
  expect(link(folder).status).toBe(0);
  expect(() => lstatSync(join(folder, 'node_modules/.bin/node'))).toThrow('ENOENT');
});
