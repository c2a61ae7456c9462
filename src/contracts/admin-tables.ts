import {
  CONTENT_STATES,
  JOINED_DAYS,
  LOG_TARGET_KINDS,
  LOG_TARGETS,
  REPORT_KIND_CODES,
  TOKEN_STATES,
  USER_STATES,
  WORD_ACTIONS,
} from './admin-choices.ts';
import { HOLD_REASONS } from './hold-reasons.ts';
import { JOB_KINDS, JOB_STATES } from './jobs.ts';
import { TOKEN_SCOPES } from './limits.ts';
import { MAIL_KINDS, MAIL_STATES } from './mailing.ts';
import { SIGN_IN_EVENTS } from './sign-in-events.ts';

/** A filter and its control's label. */
export type TableFilter = Readonly<
  { label: string } & (
    | {
        /** One of these; `texts` is their group of texts, by default the screen's. */
        values: readonly [string, ...string[]];
        texts?: string;
      }
    /** A row's number that the screen offers. */
    | { kind: 'id' }
    /** A text, or a day. */
    | { kind: 'text' | 'since' | 'until' }
  )
>;

/** A table's query and its screen's controls. */
export interface AdminTable {
  /** The names in the rows' defineTable. */
  orders: readonly [string, ...string[]];
  /** Default order; a minus means descending. */
  sort: string;
  /** Choices first, in display order. */
  filters?: Readonly<Record<string, TableFilter>>;
  /** The same call with ".csv" returns all rows of the filter as a file. */
  csv?: true;
}

const choice = <
  const Label extends string,
  const Values extends readonly [string, ...string[]],
  const Texts extends string,
>(
  label: Label,
  values: Values,
  texts: Texts,
) => ({ label, values, texts });
const forum = { label: 'admin.anyForum', kind: 'id' } as const;
const period = {
  from: { label: 'admin.since', kind: 'since' },
  to: { label: 'admin.until', kind: 'until' },
} as const;

/** By call. Without schemas, because screens import it. */
export const ADMIN_TABLES = {
  'GET /v2/admin/reports': {
    orders: ['created_at', 'reports'],
    sort: 'created_at',
    filters: {
      kind: choice('moderation.reports.anyKind', REPORT_KIND_CODES, 'moderation.reportKind'),
      forum_id: forum,
      language: { label: 'moderation.reports.anyLanguage', values: ['zh_CN', 'en_US'] },
    },
    csv: true,
  },
  'GET /v2/admin/review': {
    orders: ['created_at'],
    sort: 'created_at',
    filters: {
      reason: choice('moderation.review.anyReason', HOLD_REASONS, 'moderation.review.why'),
      kind: choice(
        'moderation.review.anyKind',
        ['thread', 'reply', 'comment'],
        'moderation.review.kinds',
      ),
      forum_id: forum,
    },
    csv: true,
  },
  'GET /v2/admin/written': {
    orders: ['created_at'],
    sort: '-created_at',
    filters: {
      forum_id: forum,
      state: choice('admin.threads.anyState', CONTENT_STATES, 'admin.threads.state'),
      author: { label: 'admin.threads.byAuthor', kind: 'text' },
      ...period,
    },
    csv: true,
  },
  'GET /v2/admin/users': {
    orders: ['created_at', 'login_at'],
    sort: '-created_at',
    filters: {
      group: { label: 'admin.users.anyGroup', kind: 'id' },
      state: choice('admin.users.anyState', USER_STATES, 'admin.users.state'),
      joined: choice('admin.users.anyTime', JOINED_DAYS, 'admin.users.joined'),
    },
    csv: true,
  },
  'GET /v2/admin/words': {
    orders: ['word', 'action', 'enabled', 'created_at', 'updated_at'],
    sort: '-updated_at',
    filters: {
      action: choice('admin.words.anyAction', WORD_ACTIONS, 'admin.words.act'),
      enabled: { label: 'admin.words.anyState', values: ['0', '1'] },
    },
    csv: true,
  },
  'GET /v2/admin/publishing/pages': { orders: ['path'], sort: 'path', csv: true },
  'GET /v2/admin/publishing/failures': { orders: ['last_at'], sort: '-last_at', csv: true },
  'GET /v2/admin/log': {
    orders: ['created_at'],
    sort: '-created_at',
    filters: {
      kind: choice('admin.log.anyKind', LOG_TARGET_KINDS, 'admin.log.kind'),
      target: choice('admin.log.anyTarget', [...LOG_TARGETS, 'name'], 'moderation.log.target'),
      about: { label: 'admin.log.aboutWhat', kind: 'text' },
      actor: { label: 'admin.log.byActor', kind: 'text' },
      ...period,
    },
    csv: true,
  },
  'GET /v2/admin/sign-ins': {
    orders: ['created_at'],
    sort: '-created_at',
    filters: {
      event: choice('admin.log.anyKind', SIGN_IN_EVENTS, 'settings.logins.log.event'),
      user: { label: 'admin.users.column.user', kind: 'text' },
      ip: { label: 'admin.log.signIns.address', kind: 'text' },
      ...period,
    },
  },
  'GET /v2/admin/tokens': {
    orders: ['created_at', 'used_at', 'expires_at'],
    sort: '-created_at',
    filters: {
      state: choice('admin.tokens.anyState', TOKEN_STATES, 'admin.tokens.state'),
      scope: choice('admin.tokens.anyScope', TOKEN_SCOPES, 'settings.tokens.scope'),
    },
    csv: true,
  },
  'GET /v2/admin/jobs': {
    orders: ['id'],
    sort: '-id',
    filters: {
      kind: choice('admin.job.anyKind', JOB_KINDS, 'admin.job.kind'),
      state: choice('admin.job.anyState', JOB_STATES, 'admin.job.state'),
    },
  },
  'GET /v2/admin/jobs/{id}/items': { orders: ['n'], sort: 'n', csv: true },
  'GET /v2/admin/mail/letters': {
    orders: ['id'],
    sort: '-id',
    filters: {
      kind: choice('admin.mail.anyKind', MAIL_KINDS, 'admin.mail.kind'),
      state: choice('admin.mail.anyState', MAIL_STATES, 'admin.mail.state'),
      q: { label: 'admin.mail.search', kind: 'text' },
    },
    csv: true,
  },
} as const satisfies Readonly<Record<string, AdminTable>>;
