import { type Runner, statement } from '#db/statement.ts';

/** What an administrator did to something that isn't a thread, a post or a person. */
export interface Act {
  actorId: number;
  /** `<noun>.<verb>`, e.g. `forum.rename`. */
  action: string;
  /** The one target: a forum, or the name of what has no number of its own in the log. */
  target: { forumId: number } | { name: string };
  detail?: Record<string, unknown>;
}

const insert = statement<unknown>(`insert into action_log (actor_id, action, target_forum_id, target_name, forum_id, detail) values ($1, $2, $3, $4, $3, $5)`);

/** Adds the one row that a change leaves in the action log, in the change's own transaction. */
export async function note(tx: Runner, { actorId, action, target, detail = {} }: Act): Promise<void> {
  const forumId = 'forumId' in target ? target.forumId : null;
  await insert(tx, [actorId, action, forumId, 'name' in target ? target.name : null, JSON.stringify(detail)]);
}
