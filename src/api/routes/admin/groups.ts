import { readGroups } from '#domain/people/group/read.ts';
import { createGroup, deleteGroup, editGroup } from '#domain/people/group/save.ts';
import { answerCalls } from '../../http/answer-calls.ts';

export const adminGroupRoutes = answerCalls({
  'GET /v2/admin/groups': async (_, { db }) => ({ groups: await readGroups(db) }),

  'POST /v2/admin/groups': (_, { db, actorId, body }) => createGroup(db, actorId, body),

  'PUT /v2/admin/groups/{id}': (_, { db, actorId, id, body: { version, ...fields } }) =>
    editGroup(db, actorId, id, fields, version),

  'DELETE /v2/admin/groups/{id}': (_, { db, actorId, id }) => deleteGroup(db, actorId, id),
});
