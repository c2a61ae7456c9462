/*
 * What moderators do, as data (R20, R23, R24, R29). The API's call, its rights, menus, the bar of
 * several chosen targets, dialogs and undo follow from these entries. What an action does is its
 * verb in api/routes/moderation/action-verbs.ts; its texts are `moderation.*.NAME` in the
 * dictionaries.
 */

export const TARGET_KINDS = [
  'thread',
  'reply',
  'comment',
  'letter',
  'user',
  'warning',
  'report',
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
/** Targets that stand on pages. */
export type PageTargetKind = 'thread' | 'reply' | 'comment';

/**
 * Why something isn't shown: it was deleted or hidden, waits for review, its author is banned with
 * everything they wrote, or it was merged.
 */
export const WITHHELD_REASONS = ['deleted', 'hidden', 'review', 'banned', 'merged'] as const;
export type WithheldReason = (typeof WITHHELD_REASONS)[number];

/** The input that an action needs beside its targets and the reason. */
export type ActionInput = 'forum' | 'thread' | 'subject' | 'duration' | 'pause';

const ACTION_GROUPS = ['state', 'place', 'removal'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

interface ModerationActionEntry {
  /** The right that each kind of target needs, as auth/rights.ts names them. */
  rights: Partial<Record<TargetKind, string>>;
  /** Actions of one group stand together in menus and bars. */
  group: ActionGroup;
  /** The menu of a target offers it. */
  isInMenu?: boolean;
  /** Kinds of which several targets can be chosen on a page. */
  bulk?: readonly ('thread' | 'reply')[];
  /** The number of targets that the action needs if several can be chosen; 1 without it. */
  minBulk?: number;
  /** Reasons for which a target is withheld that the action answers. */
  withheld?: readonly WithheldReason[];
  /**
   * A mark that the action sets (1) or removes (0). Menus offer it where the target has the other
   * value.
   */
  mark?: { field: string; value: 0 | 1 };
  inputs?: readonly ActionInput[];
  /** For those who moderate every forum. */
  isGlobal?: boolean;
  /** Not offered to authors, who have another button for it. */
  isForOthers?: boolean;
  /** Authors are notified unless the moderator chooses otherwise. */
  isNotifying?: boolean;
  /** Takes its targets away from readers. */
  isRemoval?: boolean;
}

export const MODERATION_ACTIONS = {
  pin: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_top_forum', value: 1 },
  },
  unpin: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_top_forum', value: 0 },
  },
  pinEverywhere: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'top', value: 1 },
    isGlobal: true,
  },
  unpinEverywhere: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'top', value: 0 },
    isGlobal: true,
  },
  digest: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_digest_forum', value: 1 },
  },
  undigest: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_digest_forum', value: 0 },
  },
  digestEverywhere: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'is_digest', value: 1 },
  },
  undigestEverywhere: {
    rights: { thread: 'thread.mark' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'is_digest', value: 0 },
  },
  resolve: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'is_resolved', value: 1 },
    isForOthers: true,
  },
  unresolve: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'is_resolved', value: 0 },
    isForOthers: true,
  },
  close: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_closed', value: 1 },
    inputs: ['duration'],
  },
  open: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    bulk: ['thread'],
    mark: { field: 'is_closed', value: 0 },
  },
  slow: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'slow_minutes', value: 1 },
    inputs: ['pause'],
  },
  unslow: {
    rights: { thread: 'thread.close' },
    group: 'state',
    isInMenu: true,
    mark: { field: 'slow_minutes', value: 0 },
  },
  feature: {
    rights: { reply: 'post.feature' },
    group: 'state',
    isInMenu: true,
    bulk: ['reply'],
    mark: { field: 'featured', value: 1 },
  },
  unfeature: {
    rights: { reply: 'post.feature' },
    group: 'state',
    isInMenu: true,
    bulk: ['reply'],
    mark: { field: 'featured', value: 0 },
  },
  split: {
    rights: { reply: 'thread.split' },
    group: 'state',
    isInMenu: true,
    bulk: ['reply'],
    inputs: ['subject', 'forum'],
    isNotifying: true,
  },
  move: {
    rights: { thread: 'thread.move' },
    group: 'place',
    isInMenu: true,
    bulk: ['thread'],
    inputs: ['forum'],
    isNotifying: true,
  },
  merge: {
    rights: { thread: 'thread.merge' },
    group: 'place',
    isInMenu: true,
    bulk: ['thread'],
    minBulk: 2,
    inputs: ['thread'],
    isNotifying: true,
  },
  unmerge: { rights: { thread: 'thread.merge' }, group: 'place', withheld: ['merged'] },
  hide: {
    rights: { thread: 'thread.hide', reply: 'post.hide', comment: 'comment.delete' },
    group: 'removal',
    isInMenu: true,
    bulk: ['thread', 'reply'],
    isNotifying: true,
    isRemoval: true,
  },
  restore: {
    rights: { thread: 'thread.delete', reply: 'post.delete', comment: 'comment.delete' },
    group: 'removal',
    bulk: ['thread', 'reply'],
    withheld: ['deleted', 'hidden'],
  },
  delete: {
    rights: { thread: 'thread.delete', reply: 'post.delete', comment: 'comment.delete' },
    group: 'removal',
    isInMenu: true,
    bulk: ['thread', 'reply'],
    withheld: ['hidden'],
    isNotifying: true,
    isRemoval: true,
  },
  approve: {
    rights: { thread: 'review.handle', reply: 'review.handle', comment: 'review.handle' },
    group: 'removal',
    withheld: ['review'],
  },
  reject: {
    rights: { thread: 'review.handle', reply: 'review.handle', comment: 'review.handle' },
    group: 'removal',
    withheld: ['review'],
    isNotifying: true,
    isRemoval: true,
  },
} as const satisfies Record<string, ModerationActionEntry>;

/** An action that pages offer. */
export type ActionName = keyof typeof MODERATION_ACTIONS;
export const ACTION_NAMES = Object.keys(MODERATION_ACTIONS) as ActionName[];

/** Actions that undo others, or have a dialog or screen of their own. Menus don't offer them. */
export const OTHER_ACTIONS = {
  unsplit: { rights: { thread: 'thread.split' } },
  ban: { rights: { user: 'user.ban' } },
  liftBan: { rights: { user: 'user.ban' } },
  warn: { rights: { user: 'user.warn' } },
  withdrawWarning: { rights: { warning: 'user.warn' } },
  claimReport: { rights: { report: 'report.handle' } },
  returnReport: { rights: { report: 'report.handle' } },
  restoreLetter: { rights: { letter: 'report.handle' } },
  reopenReports: { rights: { report: 'report.handle' } },
} as const satisfies Record<string, Pick<ModerationActionEntry, 'rights'>>;

const ALL_ACTIONS = { ...MODERATION_ACTIONS, ...OTHER_ACTIONS };
/** An action that the API performs. */
export type PerformedAction = keyof typeof ALL_ACTIONS;
export const PERFORMED_ACTIONS = Object.keys(ALL_ACTIONS) as [
  PerformedAction,
  ...PerformedAction[],
];

type ValueOf<T> = T[keyof T];
export type ActionRight = ValueOf<{
  [Name in PerformedAction]: ValueOf<(typeof ALL_ACTIONS)[Name]['rights']>;
}>;

/** The rights of all actions, each once. */
export const ACTION_RIGHTS = [
  ...new Set(
    PERFORMED_ACTIONS.flatMap((name) => Object.values(ALL_ACTIONS[name].rights) as ActionRight[]),
  ),
] as [ActionRight, ...ActionRight[]];

/** An entry whose optional parts are undefined where it has none. */
export const getAction = (name: ActionName): ModerationActionEntry => MODERATION_ACTIONS[name];

/** The right that an action needs for a kind of target; undefined for a kind that it isn't for. */
export const rightOfAction = (name: PerformedAction, kind: TargetKind): ActionRight | undefined =>
  (ALL_ACTIONS[name].rights as Partial<Record<TargetKind, ActionRight>>)[kind];

/** Marks of threads by their names on the wire. */
export const THREAD_MARK_FIELDS = [
  'top',
  'is_top_forum',
  'is_digest',
  'is_digest_forum',
  'is_closed',
  'slow_minutes',
  'is_resolved',
] as const;
export type ThreadMarkField = (typeof THREAD_MARK_FIELDS)[number];

/** The action that sets a mark, or removes it. */
export const actionOfMark = (field: string, value: 0 | 1): ActionName =>
  ACTION_NAMES.find((name) => {
    const { mark } = getAction(name);
    return mark?.field === field && mark.value === value;
  }) as ActionName;

/** The actions that the menu of a target offers, by group. */
export const menuActions = (kind: PageTargetKind, group: ActionGroup): ActionName[] =>
  ACTION_NAMES.filter((name) => {
    const action = getAction(name);
    return action.isInMenu && action.group === group && rightOfAction(name, kind) !== undefined;
  });

/** Actions for several targets at once: those that remove come first. */
export const bulkActions = (kind: 'thread' | 'reply'): ActionName[] =>
  ACTION_GROUPS.toReversed().flatMap((group) =>
    ACTION_NAMES.filter((name) => {
      const action = getAction(name);
      return action.group === group && action.bulk?.includes(kind);
    }),
  );

/** The actions for what is withheld for a reason. */
export const withheldActions = (reason: WithheldReason): ActionName[] =>
  ACTION_NAMES.filter((name) => getAction(name).withheld?.includes(reason));
