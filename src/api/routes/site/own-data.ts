import { createRoute } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { DELETION_DELAY_DAYS, EXPORT_KEPT_DAYS } from '#contracts/limits.ts';
import {
  AccountDeletionReplyWire,
  AccountExportReplyWire,
  DeleteAccountWire,
} from '#contracts/wire/own-data.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport, readExportStatus } from '#domain/own-data/order-export.ts';
import {
  readDeletion,
  revokeDeletion,
  scheduleDeletion,
} from '#domain/own-data/schedule-deletion.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { requireOwnPage, sendArchive, zipResponses } from '../../http/send-archive.ts';

/* Everything that the forum has of a person: they delete it, or take a copy along. */

const tags = ['user'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const freshResponses = {
  401: { description: 'Not logged in, or `loginAgain`: it needs a login of the last ten minutes' },
};

export const ownDataRoutes = createRouter();

ownDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/deletion',
    tags,
    ...requireRight('own.read'),
    summary: 'When the caller’s account is deleted',
    description: '`data` is null where no deletion is ordered.',
    responses: { ...jsonResponses(AccountDeletionReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const deletion = await readDeletion(c.var.deps.db, requireActor(c).userId);
    return c.json({ code: 0, msg: 'ok', data: deletion ?? null }, 200);
  },
);

ownDataRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/deletion',
    tags,
    ...requireRight('account.delete'),
    summary: 'Orders the deletion of the caller’s account',
    description: `It is carried out after ${DELETION_DELAY_DAYS} days. \`posts\`: threads, replies and comments stay under a former member’s name, or are deleted. Called again, it changes that alone. Errors: \`lastAdministrator\`, \`leaving\` (it has begun).`,
    request: { body: jsonBody(DeleteAccountWire) },
    responses: { ...jsonResponses(AccountDeletionReplyWire), ...freshResponses },
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await scheduleDeletion(
          c.var.deps.db,
          requireActor(c).userId,
          c.req.valid('json').posts,
        ),
      },
      200,
    ),
);

ownDataRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/user/deletion',
    tags,
    ...requireRight('account.keep'),
    summary: 'Revokes the order to delete the caller’s account',
    description: 'Also an administrator’s. Errors: `leaving` (it has begun).',
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    await revokeDeletion(c.var.deps.db, requireActor(c).userId);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

ownDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/export',
    tags,
    ...requireRight('own.read'),
    summary: 'The latest archive of everything that the forum has of the caller',
    responses: { ...jsonResponses(AccountExportReplyWire), ...unauthenticatedResponses },
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readExportStatus(c.var.deps.db, requireActor(c).userId),
      },
      200,
    ),
);

ownDataRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/export',
    tags,
    ...requireRight('account.export'),
    summary: 'Orders an archive of everything that the forum has of the caller',
    description:
      'The caller is told when it is ready. Errors: `exported` (the last one is less than a day old; `err_payload` says when the next may be ordered).',
    responses: { ...jsonResponses(AccountExportReplyWire), ...unauthenticatedResponses },
  }),
  async (c) =>
    c.json(
      { code: 0, msg: 'ok', data: await orderExport(c.var.deps.db, requireActor(c).userId) },
      200,
    ),
);

ownDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/export/file',
    tags,
    ...requireRight('account.fetch', requireOwnPage),
    summary: 'The archive itself, which can be fetched once',
    description: `Within ${EXPORT_KEPT_DAYS} days. Only a page of this site leads to it: \`csrf\` otherwise.`,
    responses: {
      ...zipResponses,
      ...freshResponses,
      404: { description: 'None is ready: it was fetched, it has expired, or none was ordered' },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    return sendArchive(c, await fetchExport(db, env.DATA_DIR, requireActor(c).userId));
  },
);
