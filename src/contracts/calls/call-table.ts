import { ADMIN_FORUM_CALLS } from './admin/admin-forum-calls.ts';
import { ADMIN_TOKEN_CALLS } from './admin/admin-token-calls.ts';
import { ADMIN_USER_CALLS } from './admin/admin-user-calls.ts';
import { CONFIG_CALLS } from './admin/config-calls.ts';
import { CONTENT_CALLS } from './admin/content-calls.ts';
import { OVERVIEW_CALLS } from './admin/overview-calls.ts';
import { PUBLISHING_CALLS } from './admin/publishing-calls.ts';
import { WORD_CALLS } from './admin/word-calls.ts';
import { ACTION_CALLS } from './moderation/action-calls.ts';
import { MODERATION_QUEUE_CALLS } from './moderation/queue-calls.ts';
import { MODERATOR_VIEW_CALLS } from './moderation/view-calls.ts';
import { CAPTCHA_CALLS } from './site/captcha-calls.ts';
import { COMMENT_CALLS } from './site/comment-calls.ts';
import { FORUM_CALLS } from './site/forum-calls.ts';
import { KEYS_CALLS } from './site/keys-calls.ts';
import { LOGIN_CALLS } from './site/login-calls.ts';
import { MESSAGE_CALLS } from './site/message-calls.ts';
import { OWN_LIST_CALLS } from './site/own-list-calls.ts';
import { POST_CALLS } from './site/post-calls.ts';
import { PUBLIC_CALLS } from './site/public-calls.ts';
import { REACTION_CALLS } from './site/reaction-calls.ts';
import { SEARCH_CALLS } from './site/search-calls.ts';
import { SETTINGS_CALLS } from './site/settings-calls.ts';
import { THREAD_CALLS } from './site/thread-calls.ts';
import { UPLOAD_CALLS } from './site/upload-calls.ts';
import { USER_CALLS } from './site/user-calls.ts';

/** All calls of the API. */
export const CALLS = {
  ...CAPTCHA_CALLS,
  ...COMMENT_CALLS,
  ...FORUM_CALLS,
  ...KEYS_CALLS,
  ...LOGIN_CALLS,
  ...MESSAGE_CALLS,
  ...OWN_LIST_CALLS,
  ...POST_CALLS,
  ...PUBLIC_CALLS,
  ...REACTION_CALLS,
  ...SEARCH_CALLS,
  ...SETTINGS_CALLS,
  ...THREAD_CALLS,
  ...UPLOAD_CALLS,
  ...USER_CALLS,

  ...ACTION_CALLS,
  ...MODERATION_QUEUE_CALLS,
  ...MODERATOR_VIEW_CALLS,

  ...OVERVIEW_CALLS,
  ...CONTENT_CALLS,
  ...ADMIN_USER_CALLS,
  ...ADMIN_TOKEN_CALLS,
  ...WORD_CALLS,
  ...ADMIN_FORUM_CALLS,
  ...CONFIG_CALLS,
  ...PUBLISHING_CALLS,
};
