import { AdminActionResultWire } from '#contracts/wire/admin-replies.ts';
import type { ActionResult, Reason } from '#moderation/moderation-action.ts';
import type { ApiContext } from '../../http/context.ts';
import { takeDownNow } from '../../http/moderation-action.ts';
import { jsonResponses } from '../../http/router.ts';

/*
 * Replies to the actions of administrators in their own area. Their undo is a call of that area:
 * its session may make no other.
 */

export const adminActionResponses = {
  ...jsonResponses(AdminActionResultWire),
  404: { description: '`notFound`: err_payload names what isn’t there' },
  409: { description: '`conflict`: somebody else was there before; err_payload names the targets' },
};

/** Takes down what must be gone, then answers; `undoPath` is the call that takes it back. */
export async function sendAdminActionResult(
  c: ApiContext,
  { removedTags, addChanged, undo }: ActionResult,
  undoPath = '/v2/admin/actions',
) {
  const pending = await takeDownNow(c, removedTags);
  return c.json(
    {
      changed: addChanged,
      undo: undo.map((body) => ({ path: undoPath, body })),
      ...pending,
    },
    200,
  );
}

export const toAdminReason = ({ note, notify }: { note: string; notify: boolean }): Reason => ({
  note,
  notify,
});
