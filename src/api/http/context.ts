import type { Context } from 'hono';
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

/** How much was written so far: while the number stays the same, what visitors read does too. */
export interface CacheGeneration {
  /** undefined while it can't be told. */
  readonly current: number | undefined;
  /** Something was written here; others hear of it a moment later. */
  advance(): void;
}

/** What handlers are given; made once by the server, or by a test. */
export interface Deps {
  db: Db;
  /** For reads that may lag a moment behind; the same as db without a replica. */
  replica: Db;
  /** Whether the replica holds by now all that had been written when this was asked. */
  replicaCaughtUp?: () => Promise<boolean>;
  env: Env;
  log: Logger;
  /**
   * Removes the published pages that carry one of the tags; resolves when nobody can be served them
   * any more.
   */
  takeDown(tags: readonly string[]): Promise<void>;
  /**
   * Judges captchas; the one of the settings unless said otherwise, undefined where none is asked
   * for.
   */
  captcha?: CaptchaProvider | undefined;
  /** Fingerprint of the templates that pages are made by now. */
  buildFingerprint?: string;
  /** Counts who opens a forum. */
  visits?: VisitCounter | undefined;
  /** Without it nothing that is read is kept. */
  cacheGeneration?: CacheGeneration;
  /** Tells browsers of their unread messages as they come; without it they ask. */
  eventStreams?: EventStreams;
  /**
   * The error page as HTML, for browsers that were sent to a call itself; undefined when it isn't
   * published.
   */
  readErrorPage?(code: ErrorPageCode, lang: Lang): Promise<string | undefined>;
  /** Headers that go with every page of the site, that one included. */
  pageHeaders?: Readonly<Record<string, string>>;
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
    /** What the route is for; see auth/rights.ts. */
    right: Right | undefined;
    /** Where the caller moderates: known on routes for moderators. */
    moderationScope: ModerationScope | undefined;
    /**
     * How often the caller did this lately, this time included, in the window of the call's limit;
     * 0 where nothing is limited.
     */
    recentCallCount: number;
  };
}

export type ApiContext = Context<ApiEnv>;
