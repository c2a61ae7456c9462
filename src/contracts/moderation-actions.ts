/*
 * Moderation actions as data (R20, R23, R24, R29). The API's call, rights, menus, the selection
 * bar, dialogs and undo derive from these entries. Verbs are in
 * api/routes/moderation/action-verbs.ts, texts in `moderation.*.NAME`.
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
/** Targets shown on pages. */
export type PageTargetKind = 'thread' | 'reply' | 'comment';

/** Deleted, hidden, pending review, by a banned author whose posts are hidden, or merged. */
export const WITHHELD_REASONS = ['deleted', 'hidden', 'review', 'banned', 'merged'] as const;
export type WithheldReason = (typeof WITHHELD_REASONS)[number];

/** Input of an action other than targets and reason. */
export type ActionInput = 'forum' | 'thread' | 'subject' | 'duration' | 'pause';

const ACTION_GROUPS = ['state', 'location', 'removal'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

interface ModerationActionEntry {
  /** The right needed per kind of target, from auth/rights.ts. */
  rights: Partial<Record<TargetKind, string>>;
  /** Menus and bars group actions by this. */
  group: ActionGroup;
  /** Shown in a target's menu. */
  isInMenu?: boolean;
  /** Kinds with multiple selection. */
  bulk?: readonly ('thread' | 'reply')[];
  /** Minimum number of selected targets, 1 by default. */
  minBulk?: number;
  /** Withheld targets for which the action is offered. */
  withheld?: readonly WithheldReason[];
  /** Sets (1) or clears (0) the mark; offered if the target has the other value. */
  mark?: { field: string; value: 0 | 1 };
  inputs?: readonly ActionInput[];
  /** Only for moderators of every forum. */
  isGlobal?: boolean;
  /** Not for authors, who have another button. */
  isForOthers?: boolean;
  /** Notifies authors unless the moderator chooses otherwise. */
  isNotifying?: boolean;
  /** Withdraws its targets from readers. */
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
    group: 'location',
    isInMenu: true,
    bulk: ['thread'],
    inputs: ['forum'],
    isNotifying: true,
  },
  merge: {
    rights: { thread: 'thread.merge' },
    group: 'location',
    isInMenu: true,
    bulk: ['thread'],
    minBulk: 2,
    inputs: ['thread'],
    isNotifying: true,
  },
  unmerge: { rights: { thread: 'thread.merge' }, group: 'location', withheld: ['merged'] },
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

/** Actions offered on pages. */
export type ActionName = keyof typeof MODERATION_ACTIONS;
export const ACTION_NAMES = Object.keys(MODERATION_ACTIONS) as ActionName[];

/** Actions that undo others, or have their own dialog or screen, so menus omit them. */
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
/** Actions of the API. */
export type PerformedAction = keyof typeof ALL_ACTIONS;
export const PERFORMED_ACTIONS = Object.keys(ALL_ACTIONS) as [
  PerformedAction,
  ...PerformedAction[],
];

type ValueOf<T> = T[keyof T];
export type ActionRight = ValueOf<{
  [Name in PerformedAction]: ValueOf<(typeof ALL_ACTIONS)[Name]['rights']>;
}>;

export const ACTION_RIGHTS = [
  ...new Set(
    PERFORMED_ACTIONS.flatMap((name) => Object.values(ALL_ACTIONS[name].rights) as ActionRight[]),
  ),
] as [ActionRight, ...ActionRight[]];

/** The entry under its general type. */
export const getAction = (name: ActionName): ModerationActionEntry => MODERATION_ACTIONS[name];

/** Undefined if the action doesn't apply to this kind. */
export const rightOfAction = (name: PerformedAction, kind: TargetKind): ActionRight | undefined =>
  (ALL_ACTIONS[name].rights as Partial<Record<TargetKind, ActionRight>>)[kind];

/** Thread marks by wire name. */
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

export const actionOfMark = (field: string, value: 0 | 1): ActionName =>
  ACTION_NAMES.find((name) => {
    const { mark } = getAction(name);
    return mark?.field === field && mark.value === value;
  }) as ActionName;

/** A target's menu actions in a group. */
export const menuActions = (kind: PageTargetKind, group: ActionGroup): ActionName[] =>
  ACTION_NAMES.filter((name) => {
    const action = getAction(name);
    return action.isInMenu && action.group === group && rightOfAction(name, kind) !== undefined;
  });

/** Actions for a selection, removals first. */
export const bulkActions = (kind: 'thread' | 'reply'): ActionName[] =>
  ACTION_GROUPS.toReversed().flatMap((group) =>
    ACTION_NAMES.filter((name) => {
      const action = getAction(name);
      return action.group === group && action.bulk?.includes(kind);
    }),
  );

/** Actions for content withheld for this reason. */
export const withheldActions = (reason: WithheldReason): ActionName[] =>
  ACTION_NAMES.filter((name) => getAction(name).withheld?.includes(reason));
