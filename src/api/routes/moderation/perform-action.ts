import { isRightAnywhere } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import { rightOfAction } from '#contracts/moderation-actions.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { ActionResult } from '#moderation/moderation-action.ts';
import type { ApiContext } from '../../http/context.ts';
import { getActionContext } from '../../http/moderation-action.ts';
import { ACTION_VERBS } from './action-verbs.ts';

/** Performs an action. Throws malformed for a wrong kind of target, and the action's errors. */
export async function performAction(c: ApiContext, sent: PerformActionWire): Promise<ActionResult> {
  const right = rightOfAction(sent.action, sent.kind);
  if (!right) throw new AppError('malformed', { values: { field: 'kind' } });
  const { moderationScope } = c.var;
  if (!moderationScope || !isRightAnywhere(moderationScope, right)) throw new AppError('forbidden');
  return ACTION_VERBS[sent.action](getActionContext(c, sent, right), sent);
}
