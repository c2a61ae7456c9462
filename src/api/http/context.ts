import type { Writable } from 'node:stream';
import type { Context } from 'hono';
import type { LRUCache } from 'lru-cache';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Actor } from '#auth/actor.ts';
import type { ModerationScope } from '#auth/moderation-scope.ts';
import type { Right } from '#auth/rights.ts';
import type { CaptchaProvider } from '#captcha/provider.ts';
import type { Lang } from '#contracts/language.ts';
import type { ErrorPageCode } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import type { VisitCounter } from '#domain/forums/visit-counter.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import type { EventStreams } from './event-streams.ts';

/** The number of writes so far: while it is unchanged, public data is too. */
export interface CacheGeneration {
  /** Undefined while unknown. */
  readonly current: number | undefined;
  /** Counts a write of this process; other processes are notified a moment later. */
  advance(): void;
}

export interface Readiness {
  ok: boolean;
  /** By part. Degraded: a fault that doesn't stop the server from serving requests. */
  parts: Readonly<Record<string, 'up' | 'down' | 'degraded'>>;
  /** The faults, in English sentences. */
  why: readonly string[];
}

export interface RateWindow {
  count: number;
  /** By performance.now(), which is independent of the machine's clock. */
  until: number;
}

/** Queued lookups of an address; `last` is fulfilled with the last lookup. */
export interface LookupQueue {
  waiting: number;
  last: Promise<unknown>;
}
/** See middleware/invalid-credentials.ts. */
export interface CredentialCaches {
  dead: LRUCache<string, number>;
  held: LRUCache<string, true>;
  queues: Map<string, LookupQueue>;
}

/** Reads from a replica; see db/replica.ts. */
export interface ReplicaReads {
  reads: Db;
  readsAfter(lsn: string): Db;
  readWrittenLsn(): Promise<string>;
  readonly isUsed: boolean;
  readonly switches: number;
  includesAllWrites(): Promise<boolean>;
}

/** Dependencies of handlers, created once by the server or by a test. */
export interface Deps {
  db: Db;
  /** For reads that may lag, if there is one: see getReads. */
  replica?: ReplicaReads | undefined;
  env: Env;
  log: Logger;
  /** Removes published pages by tags; resolves when they aren't served any more. */
  takeDown(tags: readonly string[]): Promise<void>;
  /** Captcha provider; by default the settings' one, undefined for none. */
  captcha?: CaptchaProvider | undefined;
  /** Version of the program. */
  version?: string;
  /** Fingerprint of the current templates. */
  buildFingerprint?: string;
  visits?: VisitCounter | undefined;
  /** Enables the response cache. */
  cacheGeneration?: CacheGeneration;
  /** Streams unread counts to browsers; without it they poll. */
  eventStreams?: EventStreams;
  /** The HTML error page for navigations to a call; undefined if it isn't published. */
  readErrorPage?(code: ErrorPageCode, lang: Lang): Promise<string | undefined>;
  /** Enables GET /api/ready. */
  readiness?(): Promise<Readiness>;
  /** Headers of all pages of the site, including error pages. */
  pageHeaders?: Readonly<Record<string, string>>;
  /* Counters of this process's callers, created on first use. */
  rateWindows?: LRUCache<string, RateWindow>;
  sharedLimiters?: Map<string, RateLimiterPostgres>;
  credentials?: CredentialCaches;
}

export interface ApiEnv {
  Variables: {
    deps: Deps;
    /** null is a visitor. */
    actor: Actor | null;
    /** Language of messages and relative times. */
    lang: Lang;
    requestId: string;
    ip: string;
    log: Logger;
    /** The route's right; see auth/rights.ts. */
    right: Right | undefined;
    /** The forums that the caller moderates; set on moderators' routes. */
    moderationScope: ModerationScope | undefined;
    /** The caller's calls in the limit's window, including this one; 0 without a limit. */
    recentCallCount: number;
    /** Writes and ends the body after the headers, for endless bodies. */
    writeBody: ((response: Writable) => void) | undefined;
  };
}

export type ApiContext = Context<ApiEnv>;
