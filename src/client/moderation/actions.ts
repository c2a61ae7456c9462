import type { CallBody } from '#contracts/calls/calls.ts';
import type { ActionName, PageTargetKind } from '#contracts/moderation-actions.ts';
import type { PendingPurgesWire, UndoWire } from '#contracts/wire/moderation.ts';
import { call } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import { type ActionReason, reasonFields } from './action-reason.ts';

/* Performs and undoes the actions of moderators (R20, R23, R24). */

/** An action and its targets. */
export interface ActionRequest {
  action: ActionName;
  kind: PageTargetKind;
  ids: readonly number[];
  /**
   * The forum to move to, or of the new thread of a split; a split without it stays in its forum.
   */
  destination?: { forumId: number; themeId: number | undefined } | undefined;
  /** The thread to merge into. */
  into?: number | undefined;
  /** The subject of the new thread of a split. */
  subject?: string | undefined;
  /** After how many minutes a closed thread opens again. */
  minutes?: number | undefined;
  /** Of slow mode: minutes between two posts of a member. */
  level?: number | undefined;
}

/** What undoes something, as data: an action of moderators, or an edit that restores a text. */
export type UndoStep =
  | { perform: CallBody<'POST /v2/moderation/actions'> }
  | { editReply: CallBody<'PUT /v1/thread/post'> }
  | { editThread: CallBody<'PUT /v1/thread'> };

export interface ActionResult {
  changed: readonly number[];
  /** Targets that were in this state already. */
  unchanged: readonly number[];
  /** Targets that the server refused. */
  failed: readonly number[];
  undo: readonly UndoStep[];
  /** What a cache in front hasn't confirmed yet. */
  cdn?: PendingPurgesWire | undefined;
}

export const toUndoSteps = (undo: readonly UndoWire[]): readonly UndoStep[] =>
  undo.map(({ body }) => ({ perform: body }));

/** Error codes whose payload names the refused targets. */
const TARGET_ERRORS: readonly string[] = ['forbidden', 'notFound', 'conflict'];

const refusedIds = (error: unknown, ids: readonly number[]): number[] => {
  if (
    !(error instanceof Failure) ||
    !TARGET_ERRORS.includes(error.code) ||
    !Array.isArray(error.payload)
  )
    return [];
  return error.payload.filter((id): id is number => ids.includes(id as number));
};

/**
 * Merges threads into one of them, the oldest first, one call each (R23). A thread that the server
 * refuses stays as it is. The undo runs from the last merge to the first. Throws Failure if every
 * one is refused.
 */
export async function mergeSelected<Step>(
  ids: readonly number[],
  into: number | undefined,
  mergeOne: (
    id: number,
  ) => Promise<Pick<ActionResult, 'changed' | 'cdn'> & { undo: readonly Step[] }>,
): Promise<Pick<ActionResult, 'changed' | 'failed' | 'cdn'> & { undo: Step[] }> {
  const sources = ids.filter((id) => id !== into).toSorted((a, b) => a - b);
  const failed: number[] = [];
  const merged: Awaited<ReturnType<typeof mergeOne>>[] = [];
  let firstFailure: Failure | undefined;
  for (const id of sources) {
    try {
      merged.push(await mergeOne(id));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      firstFailure ??= error;
      failed.push(id);
    }
  }
  if (merged.length === 0 && firstFailure) throw firstFailure;
  return {
    changed: merged.flatMap(({ changed }) => changed),
    failed,
    undo: merged.toReversed().flatMap(({ undo }) => undo),
    cdn: merged.at(-1)?.cdn,
  };
}

/** Whether the targets of a merge include the thread that the others are merged into. */
export const isMergeOfSelected = ({ action, ids }: ActionRequest): boolean =>
  action === 'merge' && ids.length > 1;

/**
 * Performs an action. When the server refuses some of the targets, it is performed on the others.
 * Throws Failure when none is left.
 */
export async function performAction(
  order: ActionRequest,
  reason: ActionReason,
): Promise<ActionResult> {
  if (isMergeOfSelected(order)) {
    const mergeOne = (id: number) => performAction({ ...order, ids: [id] }, reason);
    return { unchanged: [], ...(await mergeSelected(order.ids, order.into, mergeOne)) };
  }
  const { action, kind, ids, destination, into, subject, minutes, level } = order;
  try {
    const { data } = await call('POST /v2/moderation/actions', {
      body: {
        action,
        kind,
        ids,
        into,
        subject,
        minutes,
        level,
        forum_id: destination?.forumId,
        theme_id: destination?.themeId,
        ...reasonFields(reason),
      },
    });
    return { ...data, undo: toUndoSteps(data.undo), failed: [] };
  } catch (error) {
    const failed = refusedIds(error, ids);
    const others = ids.filter((id) => !failed.includes(id));
    if (failed.length === 0 || others.length === 0) throw error;
    const rest = await performAction({ ...order, ids: others }, reason);
    return { ...rest, failed: [...failed, ...rest.failed] };
  }
}

/** Undoes actions, in order. Throws Failure. */
export async function undoActions(steps: readonly UndoStep[]): Promise<void> {
  for (const step of steps) {
    if ('perform' in step) await call('POST /v2/moderation/actions', { body: step.perform });
    else if ('editReply' in step) await call('PUT /v1/thread/post', { body: step.editReply });
    else await call('PUT /v1/thread', { body: step.editThread });
  }
}
