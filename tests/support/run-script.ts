import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inheritedEnv } from './processes.ts';

const root = join(import.meta.dirname, '../..');

export interface ScriptResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningScript {
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Resolves when the output matches; rejects if the command ends first. */
  until(pattern: RegExp): Promise<void>;
  ended: Promise<ScriptResult>;
  /** Ctrl-C: the terminal signals all processes of the command at once. */
  interrupt(): void;
  /** Kills its processes, but not detached ones such as the database. */
  kill(): void;
}

/** Starts a command (`scripts/NAME.ts`; tools with their folder). It inherits PATH only. */
export function startScript(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): RunningScript {
  return startCommand([process.execPath, join(root, 'scripts', `${script}.ts`), ...args], env);
}

/** Starts a command as in a terminal: its stdout is one, of 80 columns. */
export function startInTerminal(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): RunningScript {
  const command = ['exec', process.execPath, join(root, 'scripts', `${script}.ts`), ...args].join(
    ' ',
  );
  return startCommand(['script', '-qec', command, '/dev/null'], env, true);
}

function startCommand(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
  isTerminal = false,
): RunningScript {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'pipe',
    detached: true,
    env: { ...inheritedEnv(), ...env },
  });
  if (!isTerminal) child.stdin.end();
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    notify();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
    notify();
  });
  const ended = new Promise<ScriptResult>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  );
  const output = () => stdout + stderr;
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const watcher = () => {
        if (!pattern.test(output())) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
      void ended.then(({ code }) =>
        reject(
          new Error(
            `${args.join(' ')} ended with ${code} before it printed ${pattern}:\n${output()}`,
          ),
        ),
      );
    });
  const signal = (name: NodeJS.Signals) => () => void process.kill(-(child.pid as number), name);
  return {
    pid: child.pid as number,
    output,
    until,
    ended,
    // a terminal turns the key into a signal for its foreground processes
    interrupt: isTerminal ? () => void child.stdin.write('\x03') : signal('SIGINT'),
    kill: signal('SIGKILL'),
  };
}

/** Runs a command of the project to its end. */
export const runScript = (
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<ScriptResult> => startScript(script, args, env).ended;
