import { Failure } from '../core/failure.ts';

/** Milliseconds after which a server counts as down. */
const SCRIPT_TIMEOUT_MS = 8_000;

/** Whether the server failed, rather than refused the request. */
const isOutage = (error: unknown): boolean =>
  !(error instanceof Failure) || error.status === 0 || error.status >= 500;

/** Loads from the first server that answers. Throws Failure: 502 if none does, or the refusal. */
export async function loadFromServers<Result>(
  servers: readonly string[],
  load: (server: string) => Promise<Result>,
): Promise<Result> {
  let cause: unknown;
  for (const server of servers) {
    try {
      return await load(server);
    } catch (error) {
      if (!isOutage(error)) throw error;
      cause = error;
    }
  }
  throw new Failure(502, 'captchaAway', { cause });
}

export async function loadScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${address} takes too long`)), SCRIPT_TIMEOUT_MS);
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`${address} can't be loaded`));
      document.head.append(script);
    });
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
