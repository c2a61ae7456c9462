import type { infer as Infer } from 'zod';
import {
  CAPTCHA_UNREACHABLE,
  type CaptchaKind,
  LOAD_FAILURES_TO_PASS,
  SEARCH_PASSES,
} from '#contracts/captcha-rules.ts';
import type { CaptchaConfig, Puzzle, PuzzleReplyWire } from '#contracts/wire/captcha.ts';
import { call, callAddress } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { readStored, writeStored } from '../core/stored-json.ts';
import { $captcha, CaptchaClosed, type CaptchaPrompt } from './captcha-prompt.ts';
import { loadFromServers } from './load-from-servers.ts';

const FAILURES_KEY = 'captcha-failures';
/** Load failures in a row, where storage is forbidden. */
let failuresInMemory = 0;

function setFailures(count: number): void {
  failuresInMemory = count;
  writeStored(FAILURES_KEY, count || undefined);
}

/** Counts load failures across pages (R32); true at the limit, after which the count restarts. */
function recordLoadFailure(): boolean {
  const count = (readStored<number>(FAILURES_KEY) ?? failuresInMemory) + 1;
  const isPassed = count >= LOAD_FAILURES_TO_PASS;
  setFailures(isPassed ? 0 : count);
  return isPassed;
}

let config: Promise<CaptchaConfig> | undefined;

const loadCaptchaConfig = (): Promise<CaptchaConfig> =>
  (config ??= call('GET /v1/captcha/config', { quiet: true }).then(
    ({ data }) => data,
    (error: unknown) => {
      config = undefined;
      throw error;
    },
  ));

const fetchPuzzle = async (server: string, kind: CaptchaKind): Promise<Puzzle> =>
  (
    await callAddress<Infer<typeof PuzzleReplyWire>>('GET', server, {
      query: { captcha_id: kind },
      quiet: true,
      ignoresApiDown: true,
    })
  ).data;

/** `work` resolves to the solution; a rejection closes the dialog. */
async function openPrompt(
  kind: CaptchaKind,
  isBuiltin: boolean,
  work: (
    prompt: Omit<CaptchaPrompt, 'puzzle' | 'failure'>,
    change: (change: Partial<CaptchaPrompt>) => void,
  ) => Promise<void>,
): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      const change = (values: Partial<CaptchaPrompt>) => {
        const now = $captcha.get();
        if (now?.solved === resolve) $captcha.set({ ...now, ...values });
      };
      const prompt: CaptchaPrompt = {
        kind,
        isBuiltin,
        puzzle: undefined,
        failure: undefined,
        refresh: async () => {},
        solved: resolve,
        close: () => reject(new CaptchaClosed()),
        fail: (cause) => reject(new Failure(502, 'captchaAway', { cause })),
      };
      $captcha.set(prompt);
      work(prompt, change).catch(reject);
    });
  } finally {
    $captcha.set(undefined);
  }
}

const solveBySlider = (kind: CaptchaKind, { servers }: CaptchaConfig): Promise<string> =>
  openPrompt(kind, true, async (_asked, change) => {
    const load = () => loadFromServers(servers, (server) => fetchPuzzle(server, kind));
    const refresh = async () => {
      change({ puzzle: undefined, failure: undefined });
      try {
        change({ puzzle: await load() });
      } catch (error) {
        change({ failure: error as Failure });
      }
    };
    const puzzle = await load();
    setFailures(0);
    change({ puzzle, refresh });
  });

/** Shows our dialog while NetEase's script loads, then NetEase's own dialog. */
const solveByYidun = (kind: CaptchaKind, config: CaptchaConfig): Promise<string> =>
  openPrompt(kind, false, async ({ solved, close }) => {
    const { openYidun } = await import('./yidun.ts');
    const open = await openYidun(config, config[kind]);
    setFailures(0);
    if ($captcha.get()?.solved !== solved) return; // the user closed the dialog
    $captcha.set(undefined);
    open({ solved, close });
  });

let queue: Promise<unknown> = Promise.resolve();

/**
 * Returns the proof of a solution; shows one captcha at a time. Throws CaptchaClosed, or Failure
 * 502 if no server answers. The third 502 in a row returns no solution (R32): the server holds the
 * post for review.
 */
export async function solveCaptcha(kind: CaptchaKind): Promise<SolvedCaptcha> {
  const turn = queue.catch(() => {}).then(() => solveUnqueued(kind));
  queue = turn;
  return turn;
}

async function solveUnqueued(kind: CaptchaKind): Promise<SolvedCaptcha> {
  const captchaConfig = await loadCaptchaConfig();
  const captchaId = captchaConfig[kind === 'popup' ? 'popup' : 'bound'];
  if (captchaConfig.provider === 'none') return { captchaId, validate: '' };
  try {
    return {
      captchaId,
      validate: await (captchaConfig.provider === 'yidun' ? solveByYidun : solveBySlider)(
        kind,
        captchaConfig,
      ),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === 'captchaAway' && recordLoadFailure())
      return { captchaId, validate: CAPTCHA_UNREACHABLE };
    throw error;
  }
}

const SOLUTION_KEY = 'captcha-bound';

/** A visitor's solution is valid for several searches, in every tab (SEARCH_PASSES). */
function readStoredSolution(): SolvedCaptcha | undefined {
  const stored = readStored<SolvedCaptcha & { at: number }>(SOLUTION_KEY);
  return stored && stored.at > Date.now() - SEARCH_PASSES.short.seconds * 1_000
    ? { captchaId: stored.captchaId, validate: stored.validate }
    : undefined;
}

/** Repeats of a call whose captcha the server refused: a solution can expire on the way. */
const MAX_RETRIES = 2;

/**
 * Makes a call, and repeats it with a solved captcha if the server requires one:
 * `withCaptcha('popup', (captcha) => call('/v1/post', { …, captcha }))`. Throws CaptchaClosed and
 * Failure.
 */
export async function withCaptcha<Result>(
  kind: CaptchaKind,
  send: (captcha: SolvedCaptcha | undefined) => Promise<Result>,
): Promise<Result> {
  let solved = kind === 'bound' ? readStoredSolution() : undefined;
  for (let round = 0; ; round++) {
    try {
      return await send(solved);
    } catch (error) {
      const asksAgain =
        error instanceof Failure &&
        error.code === 'captcha' &&
        round < MAX_RETRIES &&
        (round === 0 || solved?.validate !== CAPTCHA_UNREACHABLE);
      if (!asksAgain) throw error;
    }
    solved = await solveCaptcha(kind);
    if (kind === 'bound') writeStored(SOLUTION_KEY, { ...solved, at: Date.now() });
  }
}
