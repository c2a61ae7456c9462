import { type Actor, isGlobalModerator, type Scope } from './actor.ts';
import { getFreshnessRefusal } from './guards.ts';

/*
 * The table of rights (R20). A call names its right in contracts/calls/; a guard test checks that
 * every writing route does. contracts/ranks.ts says on whom somebody may act.
 */

/**
 * author: the author of the target, or a moderator of its forum. administrator: groups 10000 and
 * 10001. Users 10000 and 10001 and those groups moderate every forum.
 */
export type Role = 'visitor' | 'member' | 'author' | 'moderator' | 'administrator';

/** Columns of the moderators' group that limit forum moderators. */
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
  /** The scope that a personal access token needs. */
  scope: Scope;
  /** A ban in force removes the right. */
  ban: boolean;
  /** Sessions only: a token could otherwise create tokens. */
  session?: true;
  /** Needs a login within the last ten minutes, against stolen sessions. Tokens have none. */
  fresh?: true;
  /** The column that the caller's own group must allow. Visitors have no group. */
  group?: keyof Actor['rights'];
  /** The column that the moderators' group must allow, for forum moderators. */
  moderators?: ModeratorColumn;
}

const visitorRule = { who: 'visitor', scope: 'read', ban: false } as const;
const memberReadRule = { who: 'member', scope: 'read', ban: false } as const;
const memberWriteRule = { who: 'member', scope: 'write', ban: false } as const;
const memberPostRule = { who: 'member', scope: 'write', ban: true } as const;
const ownPostRule = {
  who: 'author',
  scope: 'write',
  ban: true,
  moderators: 'allowUpdate',
} as const;
const administratorRule = { who: 'administrator', scope: 'moderate', ban: true } as const;
/** Grants rights, can't be undone, or shows personal data. */
const freshAdministratorRule = { ...administratorRule, fresh: true } as const;
const moderatorRule = { who: 'moderator', scope: 'moderate', ban: true } as const;

const RULES = {
  'session.end': visitorRule,
  'thread.view': visitorRule,
  'forum.view': visitorRule,
  'forum.ask': visitorRule,
  'captcha.solve': visitorRule,
  'mail.end': visitorRule,
  'mail.report': visitorRule,
  'picture.download': { ...visitorRule, group: 'down' },

  'own.read': memberReadRule,
  'message.mark': memberReadRule,
  'read.mark': memberReadRule,
  'person.find': memberReadRule,
  'reaction.read': memberReadRule,
  'forum.moderated': memberReadRule,
  'forum.rights': memberReadRule,
  'warning.count': memberReadRule,

  'profile.edit': memberWriteRule,
  'login.manage': { ...memberWriteRule, session: true },
  'push.manage': { ...memberWriteRule, session: true },
  'account.delete': { ...memberWriteRule, session: true, fresh: true },
  'account.keep': { ...memberWriteRule, session: true },
  'account.export': { ...memberWriteRule, session: true },
  'account.fetch': { ...memberWriteRule, session: true, fresh: true },
  'forum.claim': { ...memberWriteRule, session: true },
  'token.create': { ...memberWriteRule, session: true, fresh: true },
  'letter.block': memberWriteRule,
  'draft.save': memberWriteRule,
  'draft.remove': memberWriteRule,
  'message.remove': memberWriteRule,
  'reaction.set': memberWriteRule,
  'favourite.set': memberWriteRule,
  'bookmark.set': memberWriteRule,
  'watch.set': memberWriteRule,
  'poll.vote': memberWriteRule,
  'report.create': memberWriteRule,

  'thread.create': { ...memberPostRule, group: 'thread' },
  'reply.create': { ...memberPostRule, group: 'post' },
  'comment.create': { ...memberPostRule, group: 'post' },
  'letter.create': { ...memberPostRule, group: 'post' },
  'message.preview': { ...memberPostRule, group: 'post' },
  'upload.create': { ...memberPostRule, group: 'attach' },

  'thread.edit': { ...ownPostRule, group: 'thread' },
  'reply.edit': { ...ownPostRule, group: 'post' },
  'thread.remove': { ...memberPostRule, who: 'author', group: 'thread' },
  'reply.remove': { ...memberPostRule, who: 'author', group: 'post' },
  'reply.restore': { ...memberPostRule, who: 'author', group: 'post' },
  'comment.like': memberPostRule,
  'comment.edit': { ...memberPostRule, who: 'author', group: 'post' },
  'comment.remove': { ...memberPostRule, who: 'author', group: 'post' },
  'thread.resolve': { ...ownPostRule, ban: false },

  'thread.mark': { ...moderatorRule, moderators: 'allowTop' },
  'thread.delete': { ...moderatorRule, moderators: 'allowDelete' },
  'thread.hide': { ...moderatorRule, moderators: 'allowDelete' },
  'thread.close': { ...moderatorRule, moderators: 'allowUpdate' },
  'thread.move': { ...moderatorRule, moderators: 'allowMove' },
  'thread.merge': { ...moderatorRule, moderators: 'allowMove' },
  'thread.split': { ...moderatorRule, moderators: 'allowMove' },
  'post.feature': { ...moderatorRule, moderators: 'allowUpdate' },
  'revision.remove': { ...moderatorRule, moderators: 'allowDelete' },
  'post.delete': { ...moderatorRule, moderators: 'allowDelete' },
  'post.hide': { ...moderatorRule, moderators: 'allowDelete' },
  'comment.delete': { ...moderatorRule, moderators: 'allowDelete' },
  'user.warn': { ...moderatorRule, moderators: 'allowUpdate' },
  'user.ban': { ...moderatorRule, moderators: 'allowBanUser' },
  'user.note': moderatorRule,
  'report.handle': moderatorRule,
  'review.handle': { ...moderatorRule, moderators: 'allowUpdate' },
  'log.read': moderatorRule,

  'admin.read': administratorRule,
  'admin.leave': administratorRule,
  'config.edit': administratorRule,
  'forum.edit': administratorRule,
  'moderator.appoint': freshAdministratorRule,
  'content.purge': freshAdministratorRule,
  'group.edit': freshAdministratorRule,
  'person.manage': administratorRule,
  'person.personal': freshAdministratorRule,
  'person.regroup': freshAdministratorRule,
  'person.delete': freshAdministratorRule,
  'person.export': freshAdministratorRule,
  'token.manage': freshAdministratorRule,
  'word.edit': administratorRule,
  'publishing.order': administratorRule,
  'job.cancel': administratorRule,
  'picture.upload': administratorRule,
  'mail.manage': administratorRule,
} as const satisfies Record<string, Rule>;

export type Right = keyof typeof RULES;
export const RIGHTS: Readonly<Record<Right, Rule>> = RULES;

export type Refusal = 'unauthenticated' | 'forbidden' | 'banned' | 'loginAgain' | 'loginUnproven';

/**
 * Why the actor may not, as far as that is known without the target; undefined if nothing forbids
 * it. The caller checks authorship and the forum's moderators.
 */
export function getRefusal(right: Right, actor: Actor | null): Refusal | undefined {
  const rule = RIGHTS[right];
  if (!actor) return rule.who === 'visitor' ? undefined : 'unauthenticated';
  if (rule.who === 'visitor')
    return rule.group && !actor.rights[rule.group] ? 'forbidden' : undefined;
  if (!actor.scopes.includes(rule.scope)) return 'forbidden';
  if (rule.session && actor.via !== 'session') return 'forbidden';
  if (rule.ban && actor.ban) return 'banned';
  if (rule.group && !actor.rights[rule.group]) return 'forbidden';
  if (rule.who === 'administrator' && !isGlobalModerator(actor)) return 'forbidden';
  return rule.fresh ? getFreshnessRefusal(actor) : undefined;
}
