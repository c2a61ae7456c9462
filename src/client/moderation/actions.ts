import type { CallBody } from '#contracts/calls/calls.ts';
import type { ActionName, PageTargetKind } from '#contracts/moderation-actions.ts';
import type { PendingPurgesWire, UndoWire } from '#contracts/wire/moderation.ts';
import { call } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import { type ActionReason, reasonFields } from './action-reason.ts';

/* Performs and undoes the actions of moderators (R20, R23, R24). */

export interface ActionRequest {
  action: ActionName;
  kind: PageTargetKind;
  ids: readonly number[];
  /** The target of a move, or of a split's new thread; by default a split remains in its forum. */
  destination?: { forumId: number; themeId: number | undefined } | undefined;
  /** The thread to merge into. */
  into?: number | undefined;
  /** Subject of a split's new thread. */
  subject?: string | undefined;
  /** Minutes until a closed thread reopens. */
  minutes?: number | undefined;
  /** Slow mode: minutes between two posts of a member. */
  level?: number | undefined;
}

/** An undo as data: a moderator action, or an edit that restores a text. */
export type UndoStep =
  | { perform: CallBody<'POST /v2/moderation/actions'> }
  | { editReply: CallBody<'PUT /v1/thread/post'> }
  | { editThread: CallBody<'PUT /v1/thread'> };

export interface ActionResult {
  changed: readonly number[];
  /** Targets already in this state. */
  unchanged: readonly number[];
  failed: readonly number[];
  undo: readonly UndoStep[];
  /** Takedowns that the CDN has not confirmed. */
  cdn?: PendingPurgesWire | undefined;
}

export const toUndoSteps = (undo: readonly UndoWire[]): readonly UndoStep[] =>
  undo.map(({ body }) => ({ perform: body }));

/** Errors whose payload has the refused targets. */
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
 * Merges threads into the oldest, one call each (R23). Refused threads remain unchanged. The undo
 * runs from the last merge to the first. Throws Failure if all are refused.
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

export const isMergeOfSelected = ({ action, ids }: ActionRequest): boolean =>
  action === 'merge' && ids.length > 1;

/** Repeats the action without refused targets. Throws Failure if none remain. */
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

/** In order. Throws Failure. */
export async function undoActions(steps: readonly UndoStep[]): Promise<void> {
  for (const step of steps) {
    if ('perform' in step) await call('POST /v2/moderation/actions', { body: step.perform });
    else if ('editReply' in step) await call('PUT /v1/thread/post', { body: step.editReply });
    else await call('PUT /v1/thread', { body: step.editThread });
  }
}
