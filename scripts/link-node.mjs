import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Runs after `npm install` and `npm ci` with the system's Node. Links the product's Node, an npm
 * package per platform, into node_modules/.bin, where scripts find it first. npm 10 loses the link
 * when it removes other platforms' packages (npm 11 doesn't).
 */

const modules = join(process.cwd(), 'node_modules');
const windows = process.platform === 'win32';
const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const program = join(modules, name, 'bin', windows ? 'node.exe' : 'node');
const place = join(modules, '.bin', windows ? 'node.cmd' : 'node');

if (existsSync(program) && !existsSync(place)) {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(place, { force: true }); // existsSync is false for a dangling link, which blocks a new one
  if (windows) writeFileSync(place, `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
  else {
    chmodSync(program, 0o755);
    symlinkSync(join('..', name, 'bin', 'node'), place);
  }
} else if (!existsSync(program) && Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `There is no package with a Node for this machine (${name}), and the system's is ${process.version}: the forum needs Node 24 or newer.\n`,
  );
}

// "exec" in package.json replaces the shell, so that npm's signals reach the program. cmd.exe lacks
// it.
if (windows) writeFileSync(join(modules, '.bin/exec.cmd'), '@%*\r\n');
