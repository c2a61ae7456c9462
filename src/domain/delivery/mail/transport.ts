import { createTransport } from 'nodemailer';
import type { Env } from '#platform/env.ts';
import { isNoSuchAddress } from './bounce-reason.ts';

/* One connection per email: nodemailer's pool resends after a lost one, perhaps a second copy. */

const TIMEOUT_MS = 20_000;

type Transport = ReturnType<typeof createForUrl>;
const transports = new WeakMap<Env, Transport>();

function createForUrl(address: string) {
  const url = new URL(address);
  const isTls = url.protocol === 'smtps:';
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : 587),
    secure: isTls,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The transport for SMTP_URL; undefined if the forum sends no mail. */
export function getTransport(env: Env): Transport | undefined {
  if (!env.SMTP_URL) return undefined;
  const known = transports.get(env);
  if (known) return known;
  const made = createForUrl(env.SMTP_URL);
  transports.set(env, made);
  return made;
}

/** The mail server's host without credentials; '' without a server. */
export const describeServer = (env: Pick<Env, 'SMTP_URL'>): string =>
  env.SMTP_URL ? new URL(env.SMTP_URL).host : '';

/** The result of a failed transfer. */
export interface SendFailure {
  message: string;
  /** final: refused for good. unknown: the server may have accepted it. later: not accepted yet. */
  kind: 'final' | 'unknown' | 'later';
  /** The address doesn't exist. */
  isNoAddress: boolean;
}

const MAX_ERROR_CHARACTERS = 300;

/** Codes of failures before the transfer. */
const EARLY_CODES = ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'EPROTOCOL', 'ECONFIG'];

export function describeFailure(error: unknown): SendFailure {
  const { message, responseCode, code, syscall, timeoutType } = error as Error & {
    responseCode?: number;
    code?: string;
    syscall: string | undefined;
    timeoutType: string | undefined;
  };
  const text = (message ?? String(error)).slice(0, MAX_ERROR_CHARACTERS);
  // A refused login is the operator's mistake: a retry may succeed.
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  const isEarly =
    responseCode !== undefined ||
    EARLY_CODES.some((one) => one === code) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT');
  return {
    message: text,
    kind: isRefused ? 'final' : isEarly ? 'later' : 'unknown',
    isNoAddress: isRefused && isNoSuchAddress(message ?? ''),
  };
}
