import type { Brand } from './brand.ts';
import type { Lang, ThreadLanguage } from './language.ts';
import type { ListAddress, Root, UserTab } from './paths.ts';
import type { ThreadFields } from './thread-fields.ts';
import type { ThreadPageCount } from './thread-page-count.ts';

/* Data of published pages, from domain/<noun>/read. Contains nothing personal. */

export interface LocalizedName {
  id: number;
  name: string;
  nameEn: string;
}

export type Badge = 'admin' | 'official' | 'moderator';

export interface Person {
  id: number;
  nickname: string;
  /** An uploaded avatar's address; '' for the drawn one. */
  avatar: string;
}

export interface Author extends Person {
  level: number;
  badge?: Badge | undefined;
}

export interface ThreadMarks {
  pinned: boolean;
  digest: boolean;
  poll: boolean;
  image: boolean;
  resolved: boolean;
  closed: boolean;
}

export interface ThreadRow extends ThreadFields {
  id: number;
  /** '' when withheld. */
  subject: string;
  /** The author is banned and their content hidden (R29). */
  withheld?: PublicWithheldReason | undefined;
  language: ThreadLanguage;
  theme: LocalizedName;
  forum: LocalizedName;
  author: Author;
  marks: ThreadMarks;
  lastUser: Person;
  /** The newest visible reply. */
  lastReply: { id: number; floor: number } | undefined;
}

export interface Paged<T> {
  items: T[];
  /** From 1. */
  page: number;
  pages: number;
  /** Items on all pages. */
  total: number;
}

export interface ForumCard extends LocalizedName {
  icon: string;
  brief: string;
  briefEn: string;
  threadsCnt: number;
  postsCnt: number;
  todayThreads: number;
  todayReplies: number;
}

export interface SectionCard extends LocalizedName {
  id: number;
  forums: ForumCard[];
}

export interface Notice {
  text: string;
  link: string;
  level: 'info' | 'warn';
}
export interface CarouselCard {
  title: string;
  link: string;
  image: string;
  /** Above the title, and below it. */
  label: string;
  text: string;
  action: string;
}
export interface ActivityCard {
  title: string;
  link: string;
  image: string;
  text: string;
}

/** Data of the layout. */
export interface PageContext {
  lang: Lang;
  /** The prefix of its links. */
  root: Root;
  notice?: Notice | undefined;
}

/** Props of every page's view. */
export interface PageProps {
  frame: PageContext;
  /** The page's address; for an error page, the language switch's. */
  path: string;
  /** Origin of the site. */
  site: string;
  brand: Brand;
}

export interface HomePage {
  address: ListAddress;
  pinned: ThreadRow[];
  threads: Paged<ThreadRow>;
  sections: SectionCard[];
  carousel: CarouselCard[];
  activities: ActivityCard[];
  /** Users whose replies of the last 30 days were featured most often. */
  helpers: { person: Person; count: number }[];
  numbers: { threadsToday: number; repliesToday: number; members: number; threads: number };
}

export interface ForumsPage {
  sections: SectionCard[];
}

export interface ForumPage {
  forum: ForumCard & {
    announcement: string;
    announcementEn: string;
    favouritesCnt: number;
    section: LocalizedName;
  };
  themes: (LocalizedName & { threadsCnt: number })[];
  address: ListAddress;
  pinned: ThreadRow[];
  threads: Paged<ThreadRow>;
  moderators: (Person & { description: string })[];
}

export interface Quote {
  postId: number;
  userId: number;
  floor: number;
  nickname: string;
  /** Plain text; undefined if the quoted reply can't be shown. */
  text: string | undefined;
}

/** Shown instead of a withheld post. tooLarge: see domain/shared/bounded-text.ts. */
export const PUBLIC_WITHHELD_REASONS = ['deleted', 'hidden', 'review', 'tooLarge'] as const;
export type PublicWithheldReason = (typeof PUBLIC_WITHHELD_REASONS)[number];

export interface CommentItem {
  id: number;
  author: Person;
  /** Null when it is too large to be shown. */
  html: string | null;
  createdAt: Date;
  editedAt: Date | null;
  likesCnt: number;
}

export interface Reply {
  id: number;
  floor: number;
  author: Author;
  /** Sanitized HTML; '' when withheld. */
  html: string;
  withheld?: PublicWithheldReason | undefined;
  quote?: Quote | undefined;
  likesCnt: number;
  featured: boolean;
  createdAt: Date;
  editedAt?: Date | undefined;
  comments: CommentItem[];
  commentsCnt: number;
}

export interface PollResult {
  question: string;
  maxChoices: number;
  expiresAt: Date;
  expired: boolean;
  resultsVisible: boolean;
  changeable: boolean;
  votersCnt: number;
  options: { id: number; text: string; votesCnt: number; rate: number }[];
}

export interface AuthorCard extends Author {
  levelName: string;
  levelNameEn: string;
  description: string;
  tags: { text: string; color: string; language: string }[];
  threadsCnt: number;
  repliesCnt: number;
  featuredCnt: number;
  digestsCnt: number;
  createdAt: Date;
}

export interface ThreadPage extends ThreadPageCount {
  thread: ThreadRow & {
    section: LocalizedName;
    excerpt: string;
    likesCnt: number;
    /** When a closed thread reopens. */
    reopensAt: Date | null;
    /** Slow mode: minutes between two posts of a member; 0 is off. */
    slowMinutes: number;
    editedAt?: Date | undefined;
    firstPostId: number;
    /** The first post, on page 1 only. `html` is null if too large. */
    html: string | null;
    firstImage?: string | undefined;
  };
  author: AuthorCard;
  page: number;
  /** On page 1 only. */
  featured: Reply[];
  replies: Reply[];
  poll?: PollResult | undefined;
  /** Headings of the first post with their ids in its HTML. */
  outline: { id: string; text: string }[];
  related: {
    id: number;
    subject: string;
    language: ThreadLanguage;
    forum: LocalizedName;
    repliesCnt: number;
  }[];
}

export interface UserReply {
  postId: number;
  threadId: number;
  floor: number;
  subject: string;
  language: ThreadLanguage;
  excerpt: string;
  createdAt: Date;
}

export interface UserPage {
  user: AuthorCard & {
    likesCnt: number;
    banned: boolean;
    group: Pick<LocalizedName, 'name' | 'nameEn'>;
  };
  tab: UserTab;
  threads?: Paged<ThreadRow> | undefined;
  replies?: Paged<UserReply> | undefined;
}

export interface FeedItem {
  id: number;
  authorId: number;
  subject: string;
  language: ThreadLanguage;
  html: string;
  author: string;
  forum: string;
  forumEn: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The newest threads of a forum, or of all. */
export interface Feed {
  forum?: { id: number; name: string } | undefined;
  items: FeedItem[];
}
