import { type Actor, isMaster, type Scope } from './actor.ts';
import { isFresh } from './guards.ts';

/*
 * Who may do what (R20): the one table. A route names its right by `may` (api/middleware/may.ts); a
 * guard test sees that every route that changes something does. On whom somebody may act, and whose
 * decisions they may undo, is a table of ranks in contracts/ranks.ts.
 */

/**
 * visitor: everybody. member: who is logged in. author: the author of what it is about, and
 * moderators of its forum. moderator: who is listed in the forum. administrator: groups 10000 and
 * 10001. Users 10000 and 10001 and those two groups are moderators of every forum.
 */
export type Role = 'visitor' | 'member' | 'author' | 'moderator' | 'administrator';

/** Columns of the moderators' group that limit what a forum's moderators may do there. */
export const MODERATOR_COLUMNS = [
  'allowTop',
  'allowUpdate',
  'allowDelete',
  'allowMove',
  'allowBanUser',
] as const;
export type ModeratorColumn = (typeof MODERATOR_COLUMNS)[number];

interface Rule {
  who: Role;
  /** What a personal access token must have been made for. */
  scope: Scope;
  /** A ban that is in force takes it away. */
  ban: boolean;
  /** Only in a browser: a token could otherwise make others of itself. */
  session?: true;
  /**
   * Needs a login within the last ten minutes: a browser left open, or a stolen session, can't.
   * Tokens have no login.
   */
  fresh?: true;
  /**
   * What the caller's own group must allow: allowThread, allowPost, allowAttach, allowDown.
   * Visitors are in none.
   */
  group?: keyof Actor['rights'];
  /** What the moderators' group must allow, for moderators of a forum. */
  moderators?: ModeratorColumn;
}

const anybody = { who: 'visitor', scope: 'read', ban: false } as const;
const reading = { who: 'member', scope: 'read', ban: false } as const;
const acting = { who: 'member', scope: 'write', ban: false } as const;
const speaking = { who: 'member', scope: 'write', ban: true } as const;
const owning = { who: 'author', scope: 'write', ban: true, moderators: 'allowUpdate' } as const;
const administering = { who: 'administrator', scope: 'moderate', ban: true } as const;
/** Hands out rights, can't be taken back, or shows what is personal. */
const handingOut = { ...administering, fresh: true } as const;
const moderating = { who: 'moderator', scope: 'moderate', ban: true } as const;

const TABLE = {
  'session.end': anybody,
  'thread.view': anybody,
  'forum.view': anybody,
  'forum.ask': anybody,
  'captcha.solve': anybody,
  'picture.download': { ...anybody, group: 'down' },

  'own.read': reading,
  'message.mark': reading,
  'person.find': reading,
  'reaction.read': reading,
  'forum.moderated': reading,
  'forum.rights': reading,
  'warning.count': reading,

  'profile.edit': acting,
  'login.manage': { ...acting, session: true },
  'token.create': { ...acting, session: true, fresh: true },
  'letter.block': acting,
  'draft.save': acting,
  'draft.remove': acting,
  'message.remove': acting,
  'reaction.set': acting,
  'favourite.set': acting,
  'poll.vote': acting,
  'report.create': acting,

  'thread.create': { ...speaking, group: 'thread' },
  'reply.create': { ...speaking, group: 'post' },
  'comment.create': { ...speaking, group: 'post' },
  'letter.create': { ...speaking, group: 'post' },
  'message.preview': { ...speaking, group: 'post' },
  'upload.create': { ...speaking, group: 'attach' },

  'thread.edit': { ...owning, group: 'thread' },
  'reply.edit': { ...owning, group: 'post' },
  'thread.remove': { ...speaking, who: 'author', group: 'thread' },
  'reply.remove': { ...speaking, who: 'author', group: 'post' },
  'comment.remove': { ...speaking, who: 'author', group: 'post' },
  'thread.resolve': { ...owning, ban: false },

  'thread.mark': { ...moderating, moderators: 'allowTop' },
  'thread.delete': { ...moderating, moderators: 'allowDelete' },
  'thread.hide': { ...moderating, moderators: 'allowDelete' },
  'thread.close': { ...moderating, moderators: 'allowUpdate' },
  'thread.move': { ...moderating, moderators: 'allowMove' },
  'thread.merge': { ...moderating, moderators: 'allowMove' },
  'thread.split': { ...moderating, moderators: 'allowMove' },
  'post.feature': { ...moderating, moderators: 'allowUpdate' },
  'revision.remove': { ...moderating, moderators: 'allowDelete' },
  'post.delete': { ...moderating, moderators: 'allowDelete' },
  'post.hide': { ...moderating, moderators: 'allowDelete' },
  'comment.delete': { ...moderating, moderators: 'allowDelete' },
  'user.warn': { ...moderating, moderators: 'allowUpdate' },
  'user.ban': { ...moderating, moderators: 'allowBanUser' },
  'report.handle': moderating,
  'review.handle': { ...moderating, moderators: 'allowUpdate' },
  'log.read': moderating,

  'admin.read': administering,
  'admin.leave': administering,
  'config.edit': administering,
  'forum.edit': administering,
  'moderator.appoint': handingOut,
  'content.purge': handingOut,
  'group.edit': handingOut,
  'person.manage': administering,
  'person.personal': handingOut,
  'person.regroup': handingOut,
  'token.manage': handingOut,
  'word.edit': administering,
  'publishing.order': administering,
  'job.cancel': administering,
  'picture.upload': administering,
} as const satisfies Record<string, Rule>;

export type Right = keyof typeof TABLE;
export const RIGHTS: Readonly<Record<Right, Rule>> = TABLE;

export type Refusal = 'unauthenticated' | 'forbidden' | 'banned' | 'loginAgain';

/**
 * Why somebody may not, as far as that can be told without knowing what it is about; undefined when
 * nothing speaks against it. Whether the caller is the author, or moderates the forum, is judged
 * where those are known.
 */
export function refusalOf(right: Right, actor: Actor | null): Refusal | undefined {
  const rule = RIGHTS[right];
  if (!actor) return rule.who === 'visitor' ? undefined : 'unauthenticated';
  if (rule.who === 'visitor')
    return rule.group && !actor.rights[rule.group] ? 'forbidden' : undefined;
  if (!actor.scopes.includes(rule.scope)) return 'forbidden';
  if (rule.session && actor.via !== 'session') return 'forbidden';
  if (rule.ban && actor.ban) return 'banned';
  if (rule.group && !actor.rights[rule.group]) return 'forbidden';
  if (rule.who === 'administrator' && !isMaster(actor)) return 'forbidden';
  if (rule.fresh && !isFresh(actor)) return 'loginAgain';
  return undefined;
}
