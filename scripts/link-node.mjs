import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Runs after `npm install` and `npm ci`, with whatever Node the system has. The product's own Node
 * comes from npm, as a package for each platform; npm 10 loses its place in node_modules/.bin when
 * it throws away those of the other platforms (npm 11 doesn't). Scripts of package.json find it
 * there first.
 */

const modules = join(process.cwd(), 'node_modules');
const windows = process.platform === 'win32';
const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const program = join(modules, name, 'bin', windows ? 'node.exe' : 'node');
const place = join(modules, '.bin', windows ? 'node.cmd' : 'node');

if (existsSync(program) && !existsSync(place)) {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(place, { force: true }); // a link to something that is gone isn't there, but in the way
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

// "exec" in package.json lets a shell become the program, so that it gets the signals that npm is
// sent. cmd.exe has no such word.
if (windows) writeFileSync(join(modules, '.bin/exec.cmd'), '@%*\r\n');
