import { atom } from 'nanostores';
import type { infer as Infer } from 'zod';
import { type CaptchaKind, SEARCH_LIFETIME, UNREACHABLE } from '#contracts/captcha.ts';
import type {
  CaptchaConfig,
  CaptchaConfigWire,
  Puzzle,
  PuzzleReplyWire,
} from '#contracts/wire/captcha.ts';
import { call } from './api.ts';
import { passes, recovered } from './captcha-failures.ts';
import { loadFrom } from './captcha-servers.ts';
import { Failure } from './failure.ts';
import type { Solved } from './request.ts';

/** The person closed the captcha. Nothing is wrong, nothing is sent, nothing is lost. */
export class CaptchaClosed extends Error {
  override name = 'CaptchaClosed';
  readonly code = 'captcha-close';

  constructor() {
    super('captcha-close');
  }
}

/** What the person is being asked. */
export interface Asked {
  kind: CaptchaKind;
  /** Ours: there is other work for who can't slide. */
  own: boolean;
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
export const $captcha = atom<Asked | undefined>(undefined);

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

const puzzleFrom = async (server: string, kind: CaptchaKind): Promise<Puzzle> =>
  (
    await call<Infer<typeof PuzzleReplyWire>>(server, {
      query: { captcha_id: kind },
      quiet: true,
      aside: true,
    })
  ).data;

/** Opens the dialog; `work` gives what the person did, or closes it by failing. */
async function ask(
  kind: CaptchaKind,
  own: boolean,
  work: (
    asked: Omit<Asked, 'puzzle' | 'failure'>,
    change: (change: Partial<Asked>) => void,
  ) => Promise<void>,
): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      const change = (values: Partial<Asked>) => {
        const now = $captcha.get();
        if (now?.solved === resolve) $captcha.set({ ...now, ...values });
      };
      const asked: Asked = {
        kind,
        own,
        puzzle: undefined,
        failure: undefined,
        refresh: async () => {},
        solved: resolve,
        close: () => reject(new CaptchaClosed()),
        fail: (cause) => reject(new Failure(502, 'captchaAway', { cause })),
      };
      $captcha.set(asked);
      work(asked, change).catch(reject);
    });
  } finally {
    $captcha.set(undefined);
  }
}

/** The slider of our own. */
const slide = (kind: CaptchaKind, { servers }: CaptchaConfig): Promise<string> =>
  ask(kind, true, async (_asked, change) => {
    const load = () => loadFrom(servers, (server) => puzzleFrom(server, kind));
    const refresh = async () => {
      change({ puzzle: undefined, failure: undefined });
      try {
        change({ puzzle: await load() });
      } catch (error) {
        change({ failure: error as Failure });
      }
    };
    const puzzle = await load();
    recovered();
    change({ puzzle, refresh });
  });

/** NetEase's: while its script is loading our dialog says so, then its own takes over. */
const byYidun = (kind: CaptchaKind, config: CaptchaConfig): Promise<string> =>
  ask(kind, false, async ({ solved, close }) => {
    const { openYidun } = await import('./captcha-yidun.ts');
    const open = await openYidun(config, config[kind]);
    recovered();
    if ($captcha.get()?.solved !== solved) return; // closed meanwhile
    $captcha.set(undefined);
    open({ solved, close });
  });

let running: Promise<unknown> = Promise.resolve();

/**
 * Asks the person for a captcha and gives what shows that it was solved. Rejects with CaptchaClosed
 * ("captcha-close"), and with Failure: 502 when it can't be loaded from any of its servers. The
 * third such failure in a row passes by itself (R32); the server treats that with care. One is
 * asked at a time.
 */
export async function solveCaptcha(kind: CaptchaKind): Promise<Solved> {
  const turn = running.catch(() => {}).then(() => solveNow(kind));
  running = turn;
  return turn;
}

async function solveNow(kind: CaptchaKind): Promise<Solved> {
  const found = await loadCaptchaConfig();
  const captchaId = found[kind === 'popup' ? 'popup' : 'bound'];
  if (found.provider === 'none') return { captchaId, validate: '' };
  try {
    return {
      captchaId,
      validate: await (found.provider === 'yidun' ? byYidun : slide)(kind, found),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === 'captchaAway' && passes())
      return { captchaId, validate: UNREACHABLE };
    throw error;
  }
}

const KEPT = 'captcha-bound';

/**
 * A captcha for searching serves for the keyword's other pages too, which are other pages of this
 * tab.
 */
function keptSolution(): Solved | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as
      | (Solved & { at: number })
      | null;
    return kept && kept.at > Date.now() - SEARCH_LIFETIME * 1_000
      ? { captchaId: kept.captchaId, validate: kept.validate }
      : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

function keepSolution(solved: Solved): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...solved, at: Date.now() }));
  } catch {
    // Storage is forbidden here: the next page asks again.
  }
}

/** How often one call may be answered that its captcha isn't good: it can expire on the way. */
const ROUNDS = 2;

/**
 * Makes a call, and once more with a solved captcha when it is refused for the lack of one:
 * `withCaptcha('popup', (captcha) => call('/v1/post', { …, captcha }))`. Rejects with CaptchaClosed
 * when the person closes the captcha, and with Failure.
 */
export async function withCaptcha<Result>(
  kind: CaptchaKind,
  send: (captcha: Solved | undefined) => Promise<Result>,
): Promise<Result> {
  let solved = kind === 'bound' ? keptSolution() : undefined;
  for (let round = 0; ; round++) {
    try {
      return await send(solved);
    } catch (error) {
      const asksAgain =
        error instanceof Failure &&
        error.code === 'captcha' &&
        round < ROUNDS &&
        (round === 0 || solved?.validate !== UNREACHABLE);
      if (!asksAgain) throw error;
    }
    solved = await solveCaptcha(kind);
    if (kind === 'bound') keepSolution(solved);
  }
}
