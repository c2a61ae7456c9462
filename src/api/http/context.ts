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
import type { VisitCounter } from '#domain/forum/visit-counter.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import type { EventStreams } from './event-streams.ts';

/** The number of writes so far: while it is unchanged, so is what visitors read. */
export interface CacheGeneration {
  /** Undefined while it isn't known. */
  readonly current: number | undefined;
  /** Counts a write of this process; other processes are notified a moment later. */
  advance(): void;
}

/** Whether this server should get requests. */
export interface Readiness {
  ok: boolean;
  /** By part. Degraded: what is wrong there is no reason to send requests elsewhere. */
  parts: Readonly<Record<string, 'up' | 'down' | 'degraded'>>;
  /** What is wrong, in English sentences; empty when nothing is. */
  why: readonly string[];
}

export interface RateWindow {
  count: number;
  /** By performance.now(): a window lasts no longer when the machine's clock is put back. */
  until: number;
}

/** Lookups of one address that wait for their turn; `last` is fulfilled at the last one's. */
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

/** Dependencies of handlers, created once by the server or by a test. */
export interface Deps {
  db: Db;
  /** For reads that may lag a moment behind; the same as db without a replica. */
  replica: Db;
  /** Whether the replica has caught up with the primary as of this call. */
  replicaCaughtUp?: () => Promise<boolean>;
  env: Env;
  log: Logger;
  /**
   * Removes the published pages that carry one of the tags; resolves when nobody can be served them
   * any more.
   */
  takeDown(tags: readonly string[]): Promise<void>;
  /** Verifies captchas: the one of the settings by default; undefined where none is asked for. */
  captcha?: CaptchaProvider | undefined;
  /** Of the program. */
  version?: string;
  /** The fingerprint of the current templates. */
  buildFingerprint?: string;
  /** Counts visits to forums. */
  visits?: VisitCounter | undefined;
  /** Without it replies aren't cached. */
  cacheGeneration?: CacheGeneration;
  /** Streams unread counts to browsers; without it they poll. */
  eventStreams?: EventStreams;
  /**
   * The error page as HTML, for browsers that navigate to a call; undefined when it isn't
   * published.
   */
  readErrorPage?(code: ErrorPageCode, lang: Lang): Promise<string | undefined>;
  /** What GET /api/ready answers; without it there is no such call. */
  readiness?(): Promise<Readiness>;
  /** Headers of every page of the site, error pages included. */
  pageHeaders?: Readonly<Record<string, string>>;
  /* What this process counts of its callers; each is made when it is first needed. */
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
    /** Where the caller moderates: known on routes for moderators. */
    moderationScope: ModerationScope | undefined;
    /**
     * Calls of the caller in the window of the call's limit, this one included; 0 without a limit.
     */
    recentCallCount: number;
    /** Writes and ends the reply's body; its headers are sent before. For bodies without an end. */
    writeBody: ((response: Writable) => void) | undefined;
  };
}

export type ApiContext = Context<ApiEnv>;
