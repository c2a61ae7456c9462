import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { type Actor, isGlobalModerator, MODERATOR_GROUP } from './actor.ts';
import { type ModeratorColumn, RIGHTS, type Right } from './rights.ts';

export interface ModerationScope {
  isGlobal: boolean;
  forums: readonly number[];
  allows: Readonly<Record<ModeratorColumn, boolean>>;
}

const ALL_ALLOWED = {
  allowTop: true,
  allowUpdate: true,
  allowDelete: true,
  allowMove: true,
  allowBanUser: true,
};
const EMPTY_SCOPE: ModerationScope = { isGlobal: false, forums: [], allows: ALL_ALLOWED };

// Without a moderators' group, a moderator's own group limits their rights.
const findModerationScope = statement<
  ModerationScope['allows'] & { forums: number[] },
  { userId: number; groupId: number }
>(`
  select
    array(select forum_id from forum_moderator where user_id = :userId order by forum_id) as forums,
    g.allow_top as "allowTop",
    g.allow_update as "allowUpdate",
    g.allow_delete as "allowDelete",
    g.allow_move as "allowMove",
    g.allow_ban_user as "allowBanUser"
  from "group" g
  where g.id = coalesce((select id from "group" where id = ${MODERATOR_GROUP}), :groupId)`);

/** The forums that a user moderates; none for a token without the scope. */
export async function readModerationScope(
  on: Db | Runner,
  actor: Actor | null,
): Promise<ModerationScope> {
  if (!actor?.scopes.includes('moderate')) return EMPTY_SCOPE;
  if (isGlobalModerator(actor)) return { isGlobal: true, forums: [], allows: ALL_ALLOWED };
  const [row] = await findModerationScope(on, { userId: actor.userId, groupId: actor.groupId });
  if (!row) return EMPTY_SCOPE;
  const { forums, ...allows } = row;
  return { isGlobal: false, forums, allows };
}

const isAllowed = ({ allows }: ModerationScope, right: Right): boolean => {
  const column = RIGHTS[right].moderators;
  return column === undefined || allows[column];
};

export const isRightAnywhere = (scope: ModerationScope, right: Right): boolean =>
  scope.isGlobal || (scope.forums.length > 0 && isAllowed(scope, right));

export const isRightInScope = (scope: ModerationScope, right: Right, forumId: number): boolean =>
  scope.isGlobal || (scope.forums.includes(forumId) && isAllowed(scope, right));
