import type { CallSpec } from '#contracts/calls/call-spec.ts';
import { CALLS } from '#contracts/calls/call-table.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { PEOPLE } from './people.ts';
/*
 * Every call that needs a right, made in every role (R20); one line per call. The columns of
 * people: visitor, banned member, member, author of the target, moderator of its forum, moderator
 * of another forum, administrator. The columns of sessions: administrator by cookie without the
 * anti-forgery header, token with too small a scope. L: log in first, B: banned, N: not allowed, C:
 * header missing, Y: allowed, or refused for another reason.
 */
export const CALLER_KINDS = [
  'visitor',
  'banned',
  'member',
  'author',
  'moderator',
  'elsewhere',
  'administrator',
  'cookie',
  'token',
] as const;

/** Ids of the calls' targets. */
export interface TargetIds {
  thread: number;
  target: number;
  reply: number;
  comment: number;
  report: number;
}
type RightsRow = [call: string, letters: string, body?: (t: TargetIds) => object];
const ids = (key: 'thread' | 'reply' | 'comment') => (t: TargetIds) => ({ ids: [t[key]] });

export const RIGHTS_ROWS: RightsRow[] = [
  ['POST /api/v1/login/logout', 'YYYYYYYCN'],
  ['POST /api/v1/thread/view?id=:thread', 'YYYYYYYCN'],
  ['POST /api/v1/forum/view?id=1', 'YYYYYYYCN'],
  ['GET /api/v2/user/integral', 'LYYYYYYYN'],
  ['GET /api/v1/user/master?forum_id=1', 'YYYYYYYYN'],
  ['POST /api/v1/captcha/solve', 'YYYYYYYCN', () => ({})],
  ['GET /api/v1/thread/down_image?file_path=/uploads/none.webp', 'YYYYYYYYN'],
  ['POST /api/v1/user/letter/block', 'LYYYYYYCN', () => ({})],
  ['POST /api/v1/thread/preview', 'LBYYYYYCN', () => ({ message: '<p>x</p>' })],
  ['PUT /api/v1/user/info', 'LYYYYYYCN', () => ({})],
  ['POST /api/v1/user/avatar', 'LBYYYYYCN', () => ({})],
  ['POST /api/v1/user/token', 'LNNNNNNCN', () => ({ name: 'x', scopes: ['read'] })],
  ['DELETE /api/v1/user/token?id=999999', 'LNNNNNNCN'],
  ['DELETE /api/v1/user/session?id=999999', 'LNNNNNNCN'],
  ['GET /api/v2/user/deletion', 'LYYYYYYYN'],
  ['POST /api/v2/user/deletion', 'LNNNNNNCN', () => ({ posts: 'keep' })],
  ['DELETE /api/v2/user/deletion', 'LNNNNNNCN'],
  ['GET /api/v2/user/mail', 'LYYYYYYYN'],
  ['PUT /api/v2/user/mail', 'LYYYYYYCN', () => ({})],
  ['GET /api/v2/user/push', 'LYYYYYYYN'],
  ['PUT /api/v2/user/push', 'LYYYYYYCN', () => ({})],
  ['POST /api/v2/user/push/browsers', 'LNNNNNNCN', () => ({})],
  ['DELETE /api/v2/user/push/browsers?id=999999', 'LNNNNNNCN'],
  ['POST /api/v2/setup/claim', 'LNNNNNNCN', () => ({ secret: 'x'.repeat(43) })],
  ['POST /api/mail/unsubscribe', 'YYYYYYYYY'],
  ['POST /api/mail/returned', 'YYYYYYYYY'],
  ['GET /api/v2/user/export', 'LYYYYYYYN'],
  ['POST /api/v2/user/export', 'LNNNNNNCN'],
  ['GET /api/v2/user/export/file', 'LNNNNNNYN'],
  ['DELETE /api/v1/thread/post/revision?id=999999', 'LBNNYYYCN'],
  ['GET /api/v1/user/forum', 'LYYYYYYYN'],
  ['POST /api/v1/forum/auth', 'LYYYYYYCN', () => ({ forum_id: 1 })],
  ['GET /api/v1/user/msg', 'LYYYYYYYN'],
  ['GET /api/v1/user/ban', 'LYYYYYYYN'],
  ['GET /api/v1/user/msg/count', 'LYYYYYYYN'],
  ['GET /api/v1/user/msg/read?id=1', 'LYYYYYYYN'],
  ['GET /api/v1/user/msg/readAll', 'LYYYYYYYN'],
  ['DELETE /api/v1/user/msg?id=1', 'LYYYYYYCN'],
  [`GET /api/v1/user/letter?receive_user_id=${PEOPLE.fourthMember}`, 'LYYYYYYYN'],
  [
    'POST /api/v1/user/letter',
    'LBYYYYYCN',
    () => ({ receive_user_id: PEOPLE.fourthMember, note: '<p>你好</p>' }),
  ],
  ['GET /api/v1/user/list?keyword=a', 'LYYYYYYYN'],
  ['GET /api/v1/user/favorite', 'LYYYYYYYN'],
  ['GET /api/v1/forum/favorite/list', 'LYYYYYYYN'],
  ['GET /api/v2/user/bookmarks', 'LYYYYYYYN'],
  ['POST /api/v2/user/bookmark', 'LYYYYYYCN', (t) => ({ post_id: t.reply })],
  ['DELETE /api/v2/user/bookmark?post_id=1', 'LYYYYYYCN'],
  ['GET /api/v2/user/watched', 'LYYYYYYYN'],
  ['GET /api/v2/user/watch?kind=forum&ids=1', 'LYYYYYYYN'],
  ['GET /api/v2/user/unread?thread_ids=1', 'LYYYYYYYN'],
  ['GET /api/v2/user/news', 'LYYYYYYYN'],
  ['POST /api/v2/user/read', 'LYYYYYYCN', (t) => ({ threads: [{ id: t.thread, floor: 0 }] })],
  ['POST /api/v2/user/mark-unread', 'LYYYYYYCN', (t) => ({ thread_id: t.thread, floor: 0 })],
  ['POST /api/v2/user/mark-all-read', 'LYYYYYYCN', () => ({})],
  ['POST /api/v2/user/watch', 'LYYYYYYCN', () => ({ kind: 'forum', id: 1, level: 'all' })],
  ['GET /api/v1/forum/user/favorite?forum_id=1', 'LYYYYYYYN'],
  ['GET /api/v1/thread/post/report/list', 'LYYYYYYYN'],
  ['GET /api/v1/thread/draft', 'LYYYYYYYN'],
  ['POST /api/v1/thread/draft', 'LYYYYYYCN', () => ({ message: '<p>x</p>' })],
  ['DELETE /api/v1/thread/draft?id=1', 'LYYYYYYCN'],
  ['POST /api/v1/thread/up', 'LYYYYYYCN', (t) => ({ id: t.thread, idtype: 'tid' })],
  ['POST /api/v1/thread/favorite', 'LYYYYYYCN', (t) => ({ id: t.thread })],
  ['POST /api/v1/forum/favorite', 'LYYYYYYCN', () => ({ id: 1 })],
  ['POST /api/v1/thread/exists/up', 'LYYYYYYCN', () => ({ ids: [1] })],
  ['POST /api/v1/post/exists/up', 'LYYYYYYCN', () => ({ ids: [1] })],
  ['POST /api/v1/post/comment/exists/up', 'LYYYYYYCN', () => ({ ids: [1] })],
  ['POST /api/v1/thread/exists/favorite', 'LYYYYYYCN', () => ({ ids: [1] })],
  ['GET /api/v1/thread/exists/poll?id=:thread', 'LYYYYYYYN'],
  ['POST /api/v1/thread/poll', 'LYYYYYYCN', (t) => ({ tid: t.thread, polloptionid: [1] })],
  [
    'POST /api/v1/thread/post/report',
    'LYYYYYYCN',
    (t) => ({ post_id: t.reply, report_type: 'spam' }),
  ],
  [
    'POST /api/v1/thread',
    'LBYYYYYCN',
    () => ({ forum_id: 1, type_id: 1, subject: '权限之表', message: '<p>表</p>' }),
  ],
  [
    'PUT /api/v1/thread',
    'LBNYYNYCN',
    (t) => ({ id: t.thread, subject: '改过的主题', message: '<p>改</p>' }),
  ],
  ['DELETE /api/v1/thread?id=:thread', 'LBNYNNNCN'],
  ['POST /api/v1/post', 'LBYYYYYCN', (t) => ({ thread_id: t.thread, message: '<p>回</p>' })],
  ['PUT /api/v1/thread/post', 'LBNYYNYCN', (t) => ({ id: t.reply, message: '<p>改</p>' })],
  ['DELETE /api/v1/thread/post?id=:reply', 'LBNYNNNCN'],
  ['POST /api/v1/thread/post/restore', 'LBNYNNNCN', (t) => ({ id: t.reply })],
  ['POST /api/v1/post/comment', 'LBYYYYYCN', (t) => ({ post_id: t.reply, message: '<p>评</p>' })],
  ['PUT /api/v1/post/comment', 'LBNYNNNCN', (t) => ({ id: t.comment, message: '<p>改</p>' })],
  ['PUT /api/v1/post/comment/like', 'LBYNYYYCN', (t) => ({ id: t.comment, on: true })],
  ['DELETE /api/v1/post/comment?id=:comment', 'LBNYNNNCN'],
  ['POST /api/v1/thread/file', 'LBYYYYYCN', () => ({})],
  ['POST /api/v2/user/thread/:thread/resolve', 'LNNYYNYCN'],
  ['POST /api/v2/user/thread/:thread/unresolve', 'LNNYYNYCN'],

  [
    'PUT /api/v1/thread/update',
    'LBNNYNYCN',
    (t) => ({ field: 'is_digest', ids: [t.thread], value: 1 }),
  ],
  ['PUT /api/v1/thread/delete', 'LBNNYNYCN', (t) => ({ msg: [{ id: t.thread }] })],
  ['POST /api/v1/thread/close', 'LBNNYNYCN', (t) => ({ thread_id: t.thread, is_closed: 1 })],
  ['POST /api/v2/user/threads/move', 'LBNNYNYCN', (t) => ({ ids: [t.thread], forum_id: 3 })],
  [
    'POST /api/v2/moderation/actions',
    'LBNNYNYCN',
    (t) => ({ action: 'hide', kind: 'thread', ids: [t.thread] }),
  ],
  ['PUT /api/v1/post/update', 'LBNNYNYCN', (t) => ({ top: 1, ids: [t.reply] })],
  ['PUT /api/v1/post/delete', 'LBNNYNYCN', ids('reply')],
  ['PUT /api/v1/post/comment/delete', 'LBNNYNYCN', ids('comment')],
  ['POST /api/v1/thread/warning', 'LBNNYNYCN', (t) => ({ post_id: t.reply, note: '注意' })],
  [`GET /api/v1/thread/warning/count?user_id=${PEOPLE.member}`, 'LNNYYYYYN'],
  [`GET /api/v2/moderation/warnings?user_id=${PEOPLE.member}`, 'LBNNYYYYN'],
  ['POST /api/v1/user/crime', 'LBNNYYYCN', () => ({ user_id: userIdOf('shuji'), action: 1 })],
  ['GET /api/v1/user/report', 'LBNNYYYYN'],
  ['POST /api/v1/user/report', 'LBNNYNYCN', (t) => ({ id: t.report, action: 'dismiss' })],
  ['GET /api/v2/moderation/waiting', 'LBNNYYYYN'],
  ['GET /api/v2/moderation/reports', 'LBNNYYYYN'],
  ['GET /api/v2/moderation/reports/:report', 'LBNNYYYYN'],
  [
    'POST /api/v2/moderation/reports/:report',
    'LBNNYNYCN',
    () => ({ action: 'dismiss', version: 'none' }),
  ],
  [`GET /api/v2/moderation/notes?user_id=${PEOPLE.member}`, 'LBNNYYYYN'],
  ['POST /api/v2/moderation/notes', 'LBNNYYYCN', () => ({ user_id: 999_999, text: '备注' })],
  ['PUT /api/v2/moderation/notes/:nothing', 'LBNNYYYCN', () => ({ text: '备注' })],
  ['DELETE /api/v2/moderation/notes/:nothing', 'LBNNYYYCN'],
  ['GET /api/v2/moderation/review', 'LBNNYYYYN'],
  [
    'POST /api/v2/moderation/review',
    'LBNNYNYCN',
    (t) => ({ items: [{ kind: 'reply', id: t.reply }], action: 'approve' }),
  ],
  ['GET /api/v2/moderation/log', 'LBNNYYYYN'],
  ['GET /api/v2/moderation/thread?id=:thread', 'LBNNYYYYN'],
  ['GET /api/v2/moderation/forum?id=1', 'LBNNYYYYN'],
  [`GET /api/v2/moderation/person?user_id=${PEOPLE.member}`, 'LBNNYYYYN'],
];

/**
 * Calls of the admin area: only its own session opens them, never a token or the site's session
 * (tests/api/admin-access.test.ts calls them).
 */
const ADMIN_CALLS = Object.entries<CallSpec>(CALLS)
  .filter(([name]) => name.includes(' /v2/admin/'))
  .flatMap(([name, { table }]) => (table?.csv ? [name, `${name}.csv`] : [name]))
  .map((name) => name.replace(' /', ' /api/').replace(/\{\w+\}/g, ':nothing'));
RIGHTS_ROWS.push(...ADMIN_CALLS.map((call): RightsRow => [call, 'LNNNNNNLN']));

/**
 * Right columns of groups, each with the calls that it allows: in the caller's own group, and in
 * the moderators' group for moderators.
 */
export const RIGHT_COLUMNS: [
  column: string,
  group: number,
  calls: [call: string, body?: (t: TargetIds) => object][],
][] = [
  [
    'allow_thread',
    10,
    [
      [
        'POST /api/v1/thread',
        () => ({ forum_id: 1, type_id: 1, subject: '一栏之权', message: '<p>栏</p>' }),
      ],
    ],
  ],
  [
    'allow_post',
    10,
    [
      ['POST /api/v1/post', (t) => ({ thread_id: t.thread, message: '<p>栏中回</p>' })],
      ['POST /api/v1/post/comment', (t) => ({ post_id: t.reply, message: '<p>栏中评</p>' })],
      ['POST /api/v1/thread/preview', () => ({ message: '<p>x</p>' })],
      [
        'POST /api/v1/user/letter',
        () => ({ receive_user_id: PEOPLE.fourthMember, note: '<p>栏</p>' }),
      ],
    ],
  ],
  ['allow_attach', 10, [['POST /api/v1/thread/file', () => ({})]]],
  ['allow_down', 10, [['GET /api/v1/thread/down_image?file_path=/uploads/none.webp']]],
  [
    'allow_top',
    20,
    [
      ['PUT /api/v1/thread/update', (t) => ({ field: 'is_top_forum', ids: [t.thread], value: 1 })],
      [
        'PUT /api/v1/thread/update',
        (t) => ({ field: 'is_digest_forum', ids: [t.thread], value: 1 }),
      ],
    ],
  ],
  [
    'allow_update',
    20,
    [
      ['PUT /api/v1/thread/update', (t) => ({ field: 'is_closed', ids: [t.thread], value: 1 })],
      ['PUT /api/v1/thread/update', (t) => ({ field: 'is_resolved', ids: [t.thread], value: 1 })],
      ['POST /api/v1/thread/close', (t) => ({ thread_id: t.thread, is_closed: 1 })],
      ['PUT /api/v1/thread/post', (t) => ({ id: t.reply, message: '<p>改</p>' })],
      ['PUT /api/v1/post/update', (t) => ({ top: 1, ids: [t.reply] })],
      ['POST /api/v1/thread/warning', (t) => ({ post_id: t.reply, note: '注意' })],
    ],
  ],
  [
    'allow_delete',
    20,
    [
      ['PUT /api/v1/thread/delete', (t) => ({ msg: [{ id: t.thread }] })],
      ['PUT /api/v1/post/delete', ids('reply')],
      ['PUT /api/v1/post/comment/delete', ids('comment')],
    ],
  ],
  [
    'allow_move',
    20,
    [
      [
        'POST /api/v2/moderation/actions',
        (t) => ({ action: 'split', kind: 'reply', ids: [t.reply], subject: '分出来的' }),
      ],
      ['POST /api/v2/user/threads/move', (t) => ({ ids: [t.thread], forum_id: 3 })],
    ],
  ],
  [
    'allow_ban_user',
    20,
    [['POST /api/v1/user/crime', () => ({ user_id: userIdOf('shuji'), action: 1 })]],
  ],
];
