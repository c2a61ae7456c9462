import { z } from 'zod';
import { CAPTCHA_KINDS } from '../captcha-rules.ts';
import { REPLY_ORDERS } from '../list-orders.ts';
import { NEWS_LISTS, WATCH_KINDS, WATCH_LISTS } from '../watching.ts';
import { BookmarksReplyWire, SetBookmarkReplyWire, SetBookmarkWire } from '../wire/bookmark.ts';
import {
  CaptchaConfigWire,
  SolutionWire,
  SolvedReplyWire,
  WorkReplyWire,
} from '../wire/captcha.ts';
import { int } from '../wire/field-types.ts';
import { FavouriteForumsReplyWire, SectionWire, ThemeWire } from '../wire/forum.ts';
import { EditMailSettingsWire, MailSettingsReplyWire } from '../wire/mail.ts';
import {
  ConversationsReplyWire,
  DraftsReplyWire,
  FavouritesReplyWire,
  LettersReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
  OwnBanReplyWire,
  SentLetterReplyWire,
  UserPostsReplyWire,
  UserThreadsReplyWire,
} from '../wire/own-content.ts';
import {
  AccountDeletionReplyWire,
  AccountExportReplyWire,
  DeleteAccountWire,
} from '../wire/own-data.ts';
import { CreatedThreadReplyWire, PostListReplyWire } from '../wire/post.ts';
import { EditPushSettingsWire, NewPushBrowserWire, PushSettingsReplyWire } from '../wire/push.ts';
import {
  MarkAllReadReplyWire,
  MarkAllReadWire,
  MarkReadWire,
  MarkUnreadWire,
  NewsReplyWire,
  UnreadReplyWire,
} from '../wire/reading.ts';
import {
  BooleanReplyWire,
  ConfigEntryWire,
  CreatedReportReplyWire,
  LogoutReplyWire,
  OkReplyWire,
  ReportKindsReplyWire,
} from '../wire/replies.ts';
import {
  BlockWire,
  EditedThreadReplyWire,
  EditReplyWire,
  EditThreadWire,
  FavouriteReplyWire,
  IdsWire,
  IdWire,
  LikeReplyWire,
  LikeWire,
  NewCommentWire,
  NewLetterWire,
  NewReplyWire,
  NewReportWire,
  NewThreadWire,
  OwnReactionsReplyWire,
  PostedReplyWire,
  PreviewReplyWire,
  PreviewWire,
  SaveDraftWire,
  SavedDraftReplyWire,
  ThreadSourceReplyWire,
  VoteWire,
} from '../wire/requests.ts';
import {
  PostSourceReplyWire,
  RevisionsReplyWire,
  RevisionTextReplyWire,
} from '../wire/revision.ts';
import { SearchHitWire, SearchReplyWire } from '../wire/search.ts';
import {
  CreatedTokenReplyWire,
  EditSettingsWire,
  NewTokenWire,
  SessionsReplyWire,
  SettingsReplyWire,
  SignInsReplyWire,
  TokensReplyWire,
} from '../wire/settings.ts';
import { ClaimForumWire } from '../wire/setup.ts';
import {
  CommentsReplyWire,
  CreatedCommentReplyWire,
  ForumPageReplyWire,
  ThreadIndexReplyWire,
  ThreadInfoReplyWire,
} from '../wire/thread.ts';
import { UploadedReplyWire } from '../wire/upload.ts';
import { UserBriefsReplyWire, UserInfoWire, UserWire } from '../wire/user.ts';
import { SetWatchWire, WatchedReplyWire, WatchLevelsReplyWire } from '../wire/watch.ts';
import type { CallSpecs } from './call-spec.ts';

/* Calls of readers and members. */

const optionalInt = int.optional();
const optionalText = z.string().optional();
const page = { offset: optionalInt, limit: optionalInt };
const captcha = { captcha_id: optionalText };
const timeBound = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional();
const ownListQuery = {
  user_id: optionalInt,
  ...page,
  date_type: optionalInt,
  withheld: z.enum(['0', '1']).optional(),
};
const searchQuery = {
  keyword: z.string(),
  forum_id: optionalInt,
  user_id: optionalInt,
  language: optionalText,
  from: timeBound,
  to: timeBound,
  filter_order: z.enum(['relevance', 'updated_at', 'created_at']).optional(),
  all: z.enum(['0', '1']).optional(),
  ...page,
};

export const SITE_CALLS = {
  'GET /v1/login/is_login': { reply: UserInfoWire.nullable() },
  'POST /v1/login/logout': { reply: LogoutReplyWire },

  'GET /v1/forum': { reply: z.array(SectionWire) },
  'GET /v1/forum/theme': { query: { forum_id: int }, reply: z.array(ThemeWire) },
  'GET /v1/forum/id': {
    query: {
      id: int,
      order: z.enum(['last_date', 'created_at', 'hot_value']).optional(),
      type_id: optionalInt,
      languages: optionalText,
      where: z.enum(['none', 'is_digest']).optional(),
      ...page,
    },
    reply: ForumPageReplyWire,
  },
  'POST /v1/forum/favorite': { body: IdWire, reply: FavouriteReplyWire },
  'GET /v1/forum/favorite/list': { reply: FavouriteForumsReplyWire },

  'GET /v2/user/bookmarks': {
    query: {
      keyword: optionalText,
      reminders: z.enum(['0', '1']).optional(),
      post_ids: optionalText,
      ...page,
    },
    reply: BookmarksReplyWire,
  },
  'GET /v2/user/watched': {
    query: {
      of: z.enum(WATCH_LISTS).optional(),
      muted: z.enum(['0', '1']).optional(),
      ...page,
    },
    reply: WatchedReplyWire,
  },
  'GET /v2/user/watch': {
    query: { kind: z.enum(WATCH_KINDS), ids: optionalText },
    reply: WatchLevelsReplyWire,
  },
  'POST /v2/user/watch': { body: SetWatchWire, reply: OkReplyWire },
  'GET /v2/user/unread': { query: { thread_ids: optionalText }, reply: UnreadReplyWire },
  'GET /v2/user/news': {
    query: {
      of: z.enum(NEWS_LISTS).optional(),
      after: optionalText,
      limit: optionalInt,
    },
    reply: NewsReplyWire,
  },
  'POST /v2/user/read': { body: MarkReadWire, reply: OkReplyWire },
  'POST /v2/user/mark-unread': { body: MarkUnreadWire, reply: OkReplyWire },
  'POST /v2/user/mark-all-read': { body: MarkAllReadWire, reply: MarkAllReadReplyWire },
  'POST /v2/user/bookmark': { body: SetBookmarkWire, reply: SetBookmarkReplyWire },
  'DELETE /v2/user/bookmark': { query: { post_id: int }, reply: OkReplyWire },

  'GET /v1/thread/index': {
    query: {
      order: z.enum(['updated_at', 'created_at', 'hot_value']).optional(),
      where: z.enum(['none', 'hot_value', 'is_digest', 'id']).optional(),
      languages: optionalText,
      ...page,
    },
    reply: ThreadIndexReplyWire,
  },
  'GET /v1/thread/info': { query: { id: int }, reply: ThreadInfoReplyWire },
  'GET /v1/thread/source': { query: { id: int }, reply: ThreadSourceReplyWire },
  'POST /v1/thread': { query: captcha, body: NewThreadWire, reply: CreatedThreadReplyWire },
  'PUT /v1/thread': { body: EditThreadWire, reply: EditedThreadReplyWire },
  'DELETE /v1/thread': { query: { id: int }, reply: OkReplyWire },
  'POST /v2/user/thread/{id}/resolve': { reply: OkReplyWire },
  'POST /v2/user/thread/{id}/unresolve': { reply: OkReplyWire },
  'POST /v1/thread/preview': { body: PreviewWire, reply: PreviewReplyWire },
  'POST /v1/thread/file': { form: true, reply: UploadedReplyWire },
  'POST /v1/thread/draft': { body: SaveDraftWire, reply: SavedDraftReplyWire },
  'GET /v1/thread/draft': {
    query: { id: optionalInt, thread_id: optionalInt, ...page },
    reply: DraftsReplyWire,
  },
  'DELETE /v1/thread/draft': {
    query: { id: int, base: z.string().nullish(), writer: z.string().nullish() },
    reply: OkReplyWire,
  },

  'GET /v1/thread/post/list': {
    query: { id: int, ...page, user_id: optionalInt, order: z.enum(REPLY_ORDERS).optional() },
    reply: PostListReplyWire,
  },
  'POST /v1/post': {
    query: { ...captcha, page_size: optionalInt, with_post: optionalInt },
    body: NewReplyWire,
    reply: PostedReplyWire,
  },
  'PUT /v1/thread/post': { body: EditReplyWire, reply: OkReplyWire },
  'DELETE /v1/thread/post': { query: { id: int }, reply: OkReplyWire },
  'POST /v1/thread/post/restore': { body: IdWire, reply: OkReplyWire },
  'GET /v1/thread/post/source': { query: { id: int }, reply: PostSourceReplyWire },
  'GET /v1/thread/post/revisions': { query: { id: int }, reply: RevisionsReplyWire },
  'GET /v1/thread/post/revision': {
    query: { post_id: int, id: optionalInt },
    reply: RevisionTextReplyWire,
  },
  'DELETE /v1/thread/post/revision': {
    query: { post_id: int, id: int, note: optionalText },
    reply: OkReplyWire,
  },
  'GET /v1/thread/post/comment': { query: { post_id: int, ...page }, reply: CommentsReplyWire },
  'POST /v1/post/comment': {
    query: captcha,
    body: NewCommentWire,
    reply: CreatedCommentReplyWire,
  },
  'DELETE /v1/post/comment': { query: { id: int }, reply: OkReplyWire },
  'GET /v1/thread/post/report/list': { reply: ReportKindsReplyWire },
  'POST /v1/thread/post/report': { body: NewReportWire, reply: CreatedReportReplyWire },

  'POST /v1/thread/up': { body: LikeWire, reply: LikeReplyWire },
  'POST /v1/thread/favorite': { body: IdWire, reply: FavouriteReplyWire },
  'POST /v1/thread/exists/up': { body: IdsWire, reply: OwnReactionsReplyWire },
  'POST /v1/post/exists/up': { body: IdsWire, reply: OwnReactionsReplyWire },
  'POST /v1/thread/exists/favorite': { body: IdsWire, reply: OwnReactionsReplyWire },
  'POST /v1/thread/poll': { body: VoteWire, reply: OkReplyWire },

  'GET /v1/search': { query: searchQuery, reply: SearchReplyWire },
  'GET /v2/public/search/thread': { query: searchQuery, reply: z.array(SearchHitWire) },
  'GET /v2/public/search/author': {
    query: { name: z.string(), limit: optionalInt },
    reply: UserBriefsReplyWire,
  },
  'GET /v2/public/config/{name}': { reply: ConfigEntryWire },

  'GET /v1/captcha/config': { reply: CaptchaConfigWire },
  'GET /v1/captcha/work': { query: { captcha_id: z.enum(CAPTCHA_KINDS) }, reply: WorkReplyWire },
  'POST /v1/captcha/solve': { body: SolutionWire, reply: SolvedReplyWire },

  'GET /v1/user/list': {
    query: { keyword: optionalText, ids: optionalText, limit: optionalInt },
    reply: UserBriefsReplyWire,
  },
  'GET /v1/user/info': { query: { id: optionalInt }, reply: z.union([UserInfoWire, UserWire]) },
  'PUT /v1/user/info': { body: EditSettingsWire, reply: SettingsReplyWire },
  'GET /v1/user/settings': { reply: SettingsReplyWire },
  'POST /v1/user/avatar': { form: true, reply: SettingsReplyWire },
  'GET /v1/user/token': { reply: TokensReplyWire },
  'POST /v2/setup/claim': { body: ClaimForumWire, reply: OkReplyWire },
  'POST /v1/user/token': { body: NewTokenWire, reply: CreatedTokenReplyWire },
  'DELETE /v1/user/token': { query: { id: int }, reply: OkReplyWire },
  'GET /v1/user/session': { reply: SessionsReplyWire },
  'GET /v1/user/session/log': { reply: SignInsReplyWire },
  'DELETE /v1/user/session': { query: { id: optionalText }, reply: OkReplyWire },
  'GET /v2/user/deletion': { reply: AccountDeletionReplyWire },
  'POST /v2/user/deletion': { body: DeleteAccountWire, reply: AccountDeletionReplyWire },
  'DELETE /v2/user/deletion': { reply: OkReplyWire },
  'GET /v2/user/mail': { reply: MailSettingsReplyWire },
  'PUT /v2/user/mail': { body: EditMailSettingsWire, reply: MailSettingsReplyWire },
  'GET /v2/user/push': { reply: PushSettingsReplyWire },
  'PUT /v2/user/push': { body: EditPushSettingsWire, reply: PushSettingsReplyWire },
  'POST /v2/user/push/browsers': { body: NewPushBrowserWire, reply: PushSettingsReplyWire },
  'DELETE /v2/user/push/browsers': { query: { id: int }, reply: PushSettingsReplyWire },
  'GET /v2/user/export': { reply: AccountExportReplyWire },
  'POST /v2/user/export': { reply: AccountExportReplyWire },
  'GET /v1/user/thread': { query: ownListQuery, reply: UserThreadsReplyWire },
  'GET /v1/user/post': { query: ownListQuery, reply: UserPostsReplyWire },
  'GET /v1/user/favorite': {
    query: { idtype: z.enum(['tid']).optional(), ...page },
    reply: FavouritesReplyWire,
  },

  'GET /v1/user/ban': { reply: OwnBanReplyWire },
  'GET /v1/user/msg/count': { reply: MessageCountReplyWire },
  'GET /v1/user/msg': {
    query: { category: z.enum(['0', '1', '2', '3', '5', '6']).optional(), ...page },
    reply: MessagesReplyWire,
  },
  'GET /v1/user/msg/read': { query: { id: int, category: optionalInt }, reply: OkReplyWire },
  'GET /v1/user/msg/readAll': { query: { category: optionalInt }, reply: OkReplyWire },
  'DELETE /v1/user/msg': { query: { id: int, category: optionalInt }, reply: OkReplyWire },
  'GET /v1/user/letter/list': { query: page, reply: ConversationsReplyWire },
  'GET /v1/user/letter': {
    query: {
      receive_user_id: int,
      sort: z.enum(['0', '1']).optional(),
      before: optionalInt,
      ...page,
    },
    reply: LettersReplyWire,
  },
  'POST /v1/user/letter': { query: captcha, body: NewLetterWire, reply: SentLetterReplyWire },
  'GET /v1/user/letter/block': { query: { user_id: int }, reply: BooleanReplyWire },
  'POST /v1/user/letter/block': { body: BlockWire, reply: OkReplyWire },
} satisfies CallSpecs;
