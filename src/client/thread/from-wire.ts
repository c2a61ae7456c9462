import { badgeOf } from '#contracts/badge.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Author, LocalizedName, PollResult, Quote } from '#contracts/page-model.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import type { ThreadListItemWire, UserPostWire } from '#contracts/wire/own-content.ts';
import type { PostWire, QuotedPostWire } from '#contracts/wire/post.ts';
import type { PollWire } from '#contracts/wire/thread.ts';
import type { UserWire } from '#contracts/wire/user.ts';
import { toComment } from './comment-from-wire.ts';

/* Maps wire names to the fields of published pages. */

type AuthorWire = Pick<UserWire, 'id' | 'nickname' | 'avatar' | 'level' | 'group_id'>;

const toAuthor = ({ id, nickname, avatar, level, group_id }: AuthorWire): Author => ({
  id,
  nickname,
  avatar,
  level,
  badge: badgeOf(group_id),
});

const toName = (named: { id: number; name: string; name_en: string }): LocalizedName => ({
  id: named.id,
  name: named.name,
  nameEn: named.name_en,
});

/** Why others don't see the reader's own post. */
export type OwnWithheldReason = 'hidden' | 'deleted' | 'review';
const STATES: readonly (OwnWithheldReason | undefined)[] = [undefined, 'hidden', 'deleted'];
const toOwnWithheldReason = ({ state, checked }: { state: number; checked: number }) =>
  STATES[state] ?? (checked === 1 ? undefined : 'review');

/** For lists of the reader's own threads. */
export const toListedThread = (thread: ThreadListItemWire) => ({
  id: thread.id,
  subject: thread.subject,
  language: thread.Language as ThreadLanguage,
  theme: thread.type ? toName(thread.type) : undefined,
  forum: toName(thread.forum),
  author: toAuthor(thread.user),
  marks: {
    pinned: false,
    digest: thread.is_digest === 1,
    poll: thread.is_poll === 1,
    image: thread.images_num > 0,
    resolved: thread.attrs.some(({ name }) => name === 'Resolved'),
    closed: thread.isclosed === 1,
  },
  lastUser: { id: thread.last_user_id, nickname: thread.last_username },
  lastReply: thread.posts_cnt > 0 ? { id: thread.last_post_id } : undefined,
  ownWithheldReason: toOwnWithheldReason(thread),
  repliesCnt: thread.posts_cnt,
  viewsCnt: thread.views_cnt,
  createdAt: new Date(thread.created_at),
  lastReplyAt: new Date(thread.last_date),
});

/** For lists of the reader's own replies. */
export const toOwnReply = (reply: UserPostWire, excerptCharacters: number) => ({
  threadId: reply.thread_id,
  postId: reply.id,
  floor: reply.storey,
  subject: reply.thread.subject,
  language: reply.thread.Language as ThreadLanguage,
  excerpt: truncateText(reply.message_fmt, excerptCharacters),
  forum: toName(reply.forum),
  ownWithheldReason: toOwnWithheldReason(reply),
  likesCnt: reply.like_cnt,
  createdAt: new Date(reply.created_at),
});

/** The bookmarked post. */
export const toBookmarkedPost = ({ post_id, post }: BookmarkWire) =>
  post && {
    threadId: post.thread_id,
    postId: post_id,
    floor: post.storey,
    subject: post.subject,
    language: post.language,
    excerpt: post.excerpt,
    author: post.user,
  };

/** A poll and the reader's choice. */
export const toPoll = (poll: PollWire): PollResult & { choice: number[] | undefined } => ({
  question: poll.pollpreview,
  maxChoices: poll.maxchoices,
  expiresAt: new Date(poll.expiration),
  expired: !poll.poll_expire,
  resultsVisible: poll.visible === 1,
  changeable: poll.changeable === 1,
  votersCnt: poll.voters,
  options: (poll.forum_polloption ?? []).map(({ polloptionid, polloption, votes, rate }) => ({
    id: polloptionid,
    text: polloption,
    votesCnt: votes,
    rate,
  })),
  choice: poll.polloptionids ?? undefined,
});

/** Without the quoted post. `checked`: visible to everybody. */
export const toReply = (post: PostWire) => ({
  id: post.id,
  floor: post.storey,
  author: toAuthor(post.user),
  html: post.message,
  withheld: post.withheld ?? undefined,
  likesCnt: post.like_cnt,
  featured: post.is_top_forum === 1,
  createdAt: new Date(post.created_at),
  editedAt: post.edited_at ? new Date(post.edited_at) : undefined,
  comments: (post.post_comment ?? []).map(toComment),
  commentsCnt: post.total,
  checked: post.checked !== 0,
});

/** `toText` converts the HTML to plain text. */
export const toQuote = (post: QuotedPostWire, toText: (html: string) => string): Quote => ({
  postId: post.id,
  userId: post.user.id,
  floor: post.storey,
  nickname: post.user.nickname,
  text: post.withheld ? undefined : toText(post.message),
});
