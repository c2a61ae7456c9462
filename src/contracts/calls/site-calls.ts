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

/* Calls of readers and members. */

export const SITE_CALLS = {
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
};
