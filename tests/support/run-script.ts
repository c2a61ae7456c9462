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
  /** What it has printed so far. */
  output(): string;
  /** Resolves when the output matches; rejects when it ends before. */
  until(pattern: RegExp): Promise<void>;
  ended: Promise<ScriptResult>;
  /** Ctrl-C: the terminal tells all processes of the command at once. */
  interrupt(): void;
  /** Kills its processes, but not what runs on its own, like the database. */
  kill(): void;
}

/**
 * Starts one of the project's commands (`scripts/NAME.ts`, tools with their folder) with an
 * environment of its own: nothing is taken over but PATH.
 */
export function startScript(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): RunningScript {
  return startCommand([process.execPath, join(root, 'scripts', `${script}.ts`), ...args], env);
}

/**
 * Starts one of the project's commands as in a terminal of a person: its stdout is one, of 80
 * columns.
 */
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
    // a terminal makes the signal of the key, for the processes that it shows
    interrupt: isTerminal ? () => void child.stdin.write('\x03') : signal('SIGINT'),
    kill: signal('SIGKILL'),
  };
}

/** Runs one of the project's commands to its end. */
export const runScript = (
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<ScriptResult> => startScript(script, args, env).ended;
