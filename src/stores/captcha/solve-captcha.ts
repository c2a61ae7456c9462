import { atom } from 'nanostores';
import type { infer as Infer } from 'zod';
import {
  CAPTCHA_UNREACHABLE,
  type CaptchaKind,
  SEARCH_CAPTCHA_SECONDS,
} from '#contracts/captcha-rules.ts';
import type {
  CaptchaConfig,
  CaptchaConfigWire,
  Puzzle,
  PuzzleReplyWire,
} from '#contracts/wire/captcha.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';
import type { SolvedCaptcha } from '../client/request.ts';
import { recordLoadFailure, resetLoadFailures } from './load-failures.ts';
import { loadFromServers } from './load-from-servers.ts';

/** The person closed the captcha. Nothing is wrong, nothing is sent, nothing is lost. */
export class CaptchaClosed extends Error {
  override name = 'CaptchaClosed';
  readonly code = 'captcha-close';

  constructor() {
    super('captcha-close');
  }
}

/** What the person is being asked. */
export interface CaptchaPrompt {
  kind: CaptchaKind;
  /** Ours: there is other work for who can't slide. */
  isBuiltin: boolean;
  /** undefined while it is loading. */
  puzzle: Puzzle | undefined;
  /** Why another picture couldn't be had. */
  failure: Failure | undefined;
  /** Asks for another picture. */
  refresh(): Promise<void>;
  solved(validate: string): void;
  close(): void;
  /** The dialog itself couldn't be loaded. */
  fail(cause: unknown): void;
}

/** undefined: nothing is asked. islands/captcha shows the rest. */
export const $captcha = atom<CaptchaPrompt | undefined>(undefined);

let config: Promise<CaptchaConfig> | undefined;

/** Which captcha there is; asked for once for the page. */
const loadCaptchaConfig = (): Promise<CaptchaConfig> =>
  (config ??= call<Infer<typeof CaptchaConfigWire>>('/v1/captcha/config', { quiet: true }).then(
    ({ data }) => data,
    (error: unknown) => {
      config = undefined;
      throw error;
    },
  ));

const fetchPuzzle = async (server: string, kind: CaptchaKind): Promise<Puzzle> =>
  (
    await call<Infer<typeof PuzzleReplyWire>>(server, {
      query: { captcha_id: kind },
      quiet: true,
      ignoresApiDown: true,
    })
  ).data;

/** Opens the dialog; `work` gives what the person did, or closes it by failing. */
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

/** The slider of our own. */
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
    resetLoadFailures();
    change({ puzzle, refresh });
  });

/** NetEase's: while its script is loading our dialog says so, then its own takes over. */
const solveByYidun = (kind: CaptchaKind, config: CaptchaConfig): Promise<string> =>
  openPrompt(kind, false, async ({ solved, close }) => {
    const { openYidun } = await import('./yidun.ts');
    const open = await openYidun(config, config[kind]);
    resetLoadFailures();
    if ($captcha.get()?.solved !== solved) return; // closed meanwhile
    $captcha.set(undefined);
    open({ solved, close });
  });

let queue: Promise<unknown> = Promise.resolve();

/**
 * Asks the person for a captcha and gives what shows that it was solved. Rejects with CaptchaClosed
 * ("captcha-close"), and with Failure: 502 when it can't be loaded from any of its servers. The
 * third such failure in a row passes by itself (R32); the server treats that with care. One is
 * asked at a time.
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

/**
 * A captcha for searching serves for the keyword's other pages too, which are other pages of this
 * tab.
 */
function readStoredSolution(): SolvedCaptcha | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(SOLUTION_KEY) ?? 'null') as
      | (SolvedCaptcha & { at: number })
      | null;
    return stored && stored.at > Date.now() - SEARCH_CAPTCHA_SECONDS * 1_000
      ? { captchaId: stored.captchaId, validate: stored.validate }
      : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

function storeSolution(solved: SolvedCaptcha): void {
  try {
    sessionStorage.setItem(SOLUTION_KEY, JSON.stringify({ ...solved, at: Date.now() }));
  } catch {
    // Storage is forbidden here: the next page asks again.
  }
}

/** How often one call may be answered that its captcha isn't good: it can expire on the way. */
const MAX_RETRIES = 2;

/**
 * Makes a call, and once more with a solved captcha when it is refused for the lack of one:
 * `withCaptcha('popup', (captcha) => call('/v1/post', { …, captcha }))`. Rejects with CaptchaClosed
 * when the person closes the captcha, and with Failure.
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
    if (kind === 'bound') storeSolution(solved);
  }
}
