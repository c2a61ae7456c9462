import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/install/chromium.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { inheritedEnv } from './processes.ts';
import { temporaryFolder } from './test-site.ts';

/*
 * The full Chromium, driven by its debugging protocol: the headless shell doesn't prerender, and
 * Playwright disables prerendering on its pages.
 */

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
  sessionId?: string;
}

/** A page that is shown or prerendered. */
export interface DrivenPage {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  evaluate<Value>(expression: string): Promise<Value>;
}

export interface PreparingBrowser {
  /** The first is shown; the others were prerendered and may have replaced it. */
  pages: DrivenPage[];
  /** State of each prerendered page, by address. */
  prepared: Map<string, string>;
  /** Ids of the speculation rule sets that pages have loaded. */
  ruleSets: Set<string>;
}

/** Polls until it is true; the test's limit ends a hung browser. */
async function until<Value>(look: () => Value | undefined): Promise<Value> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts the browser, until the end of the test file. */
export async function startPreparingBrowser(): Promise<PreparingBrowser> {
  const profile = temporaryFolder('chromium');
  const child = spawn(
    ensureChromium(),
    [
      ...CHROMIUM_FLAGS,
      '--headless=new',
      '--remote-debugging-port=0',
      '--window-size=1440,900',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore', env: inheritedEnv() },
  );
  atEndOfFile(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  });
  const portFile = join(profile, 'DevToolsActivePort');
  const [port, path] = await until(() => {
    const lines = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : [];
    return lines.length > 1 ? lines : undefined;
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (message: Message) => void>();
  const prepared = new Map<string, string>();
  const ruleSets = new Set<string>();
  const pages: DrivenPage[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'Target.attachedToTarget' && message.sessionId)
      pages.push(drivePage(String(message.params?.sessionId)));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    if (message.method === 'Preload.ruleSetUpdated')
      ruleSets.add((message.params as { ruleSet: { id: string } }).ruleSet.id);
    if (message.method !== 'Preload.prerenderStatusUpdated') return;
    const { key, status, prerenderStatus } = message.params as {
      key: { url: string };
      status: string;
      prerenderStatus?: string;
    };
    prepared.set(key.url, [status, prerenderStatus].filter(Boolean).join(' '));
  });
  let count = 0;
  const call = (
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  const drivePage = (session: string): DrivenPage => {
    const send: DrivenPage['send'] = (method, params) => call(method, params, session);
    return {
      send,
      async evaluate<Value>(expression: string) {
        const { result } = (await send('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })) as { result: { value: Value } };
        return result.value;
      },
    };
  };
  const filter = [{ type: 'tab' }];
  const { targetInfos } = (await call('Target.getTargets', { filter })) as {
    targetInfos: { targetId: string }[];
  };
  // Only a session on the tab, not on one of its pages, allows prerendering.
  const { sessionId: tab } = (await call('Target.attachToTarget', {
    targetId: targetInfos[0]?.targetId,
    flatten: true,
  })) as { sessionId: string };
  await call(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
    tab,
  );
  const shown = await until(() => pages.at(-1));
  await shown.send('Preload.enable');
  return { pages, prepared, ruleSets };
}
