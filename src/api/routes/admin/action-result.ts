import { AdminActionResultWire, type AdminUndoWire } from '#contracts/wire/admin-replies.ts';
import type { ActionResult, Reason, UndoCall } from '#moderation/moderation-action.ts';
import type { ApiContext } from '../../http/context.ts';
import { jsonResponses } from '../../http/router.ts';

/* Acts of administrators in their own area: what they answer, and how they are taken back there. */

export const adminActionResponses = {
  ...jsonResponses(AdminActionResultWire),
  404: { description: '`notFound`: err_payload names what isn’t there' },
  409: { description: '`conflict`: somebody else was there before; err_payload names the targets' },
};

/**
 * The call of the admin area that does the same; acts on the site's pages are undone by calls that
 * its session may not make.
 */
function toAdminUndo({ path, body }: UndoCall): AdminUndoWire[] {
  if (path === '/api/v1/user/crime') {
    const { user_id, action, hide_thread, ...rest } = body;
    return [
      action === 1
        ? { path: `/v2/admin/users/${user_id}/unban`, body: rest }
        : { path: `/v2/admin/users/${user_id}/ban`, body: { ...rest, hide: hide_thread === 1 } },
    ];
  }
  const [, warning] = /^\/api\/v2\/moderation\/warnings\/(\d+)\/withdraw$/.exec(path) ?? [];
  if (warning) return [{ path: `/v2/admin/warnings/${warning}/withdraw`, body }];
  const [, noun, verb] =
    /^\/api\/v2\/moderation\/(threads|posts)\/(restore|hide|delete)$/.exec(path) ?? [];
  if (noun)
    return [
      {
        path: `/v2/admin/written/${verb}`,
        body: { kind: noun === 'threads' ? 'thread' : 'reply', ...body },
      },
    ];
  return path === '/api/v2/user/threads/move' ? [{ path: '/v2/admin/written/move', body }] : [];
}

/** Takes down what must be gone, then answers. */
export async function sendAdminActionResult(
  c: ApiContext,
  { removedTags, addChanged, undo }: ActionResult,
) {
  if (removedTags.length > 0) await c.var.deps.takeDown(removedTags);
  return c.json({ changed: addChanged, undo: undo.flatMap(toAdminUndo) }, 200);
}

export const toAdminReason = ({ note, notify }: { note: string; notify: boolean }): Reason => ({
  note,
  notify,
});
