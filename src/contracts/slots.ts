/*
 * The contract between published pages and their scripts: slots (`data-slot`), controls
 * (`data-act`) and data attributes (decisions/published-pages.md). Types check `data-slot` and
 * `data-act` in JSX and Astro files, tests/guards/slots.test.ts selectors and `dataset`. Not loaded
 * by browsers.
 */

interface SlotContract {
  /** The published content before an island draws. */
  holds: string;
  /** The module that draws, below src/. */
  island: string;
  /** Data attributes other than `data-slot`. */
  attributes: readonly string[];
}

/** Elements of published pages in which islands draw. */
export const SLOTS = {
  account: {
    holds: 'the way to the login; on phones only on the page "me"',
    island: 'islands/account/Account.tsx',
    attributes: [],
  },
  unread: {
    holds: 'nothing: the number of unread messages on the tab of a phone',
    island: 'islands/account/PhoneAccount.tsx',
    attributes: [],
  },
  'unread-count': {
    holds: 'nothing: the number of unread messages beside a link of the page "me"',
    island: 'islands/account/PhoneAccount.tsx',
    attributes: ['of'],
  },
  'client-page': {
    holds: 'the loading state of a client page; visitors get this island too',
    island: 'islands/client-pages/ClientPageIsland.tsx',
    attributes: ['client-page'],
  },
  forum: {
    holds: 'the head of a forum; islands replace its buttons that favour and watch it',
    island: 'islands/forum/FavouriteForumButton.tsx',
    attributes: ['id', 'favourites'],
  },
  section: {
    holds: 'the head of a section among all forums; an island replaces its button that watches it',
    island: 'islands/watch/WatchButton.tsx',
    attributes: ['id'],
  },
  list: {
    holds: 'the button that marks all of a list as read, for members',
    island: 'islands/reading/mark-rows.ts',
    attributes: [],
  },
  user: {
    holds:
      'the link that writes to a user, and the button that watches them; to oneself it is the way to the settings',
    island: 'islands/account/OwnProfileLink.tsx',
    attributes: ['id'],
  },
  thread: {
    holds: 'the first post; the island replaces its buttons (`.acts`)',
    island: 'islands/thread/ThreadActions.tsx',
    attributes: ['id', 'post', 'author', 'likes', 'favourites', 'version'],
  },
  reactions: {
    holds:
      'on phones, the buttons beside the composer that like the thread and make it a favourite',
    island: 'islands/thread/ThreadReactions.tsx',
    attributes: ['likes', 'favourites'],
  },
  poll: {
    holds: 'the poll with its results; the island replaces all of it for members',
    island: 'islands/thread/ThreadPoll.tsx',
    attributes: ['thread', 'version'],
  },
  tools: {
    holds: 'the buttons that filter and sort replies',
    island: 'islands/thread/ReplyFilters.tsx',
    attributes: [],
  },
  reply: {
    holds: 'a reply that is shown; the island replaces its buttons and adds to its comments',
    island: 'islands/thread/PublishedReply.tsx',
    attributes: ['id', 'floor', 'author', 'nick', 'likes', 'version'],
  },
  composer: {
    holds: 'the button that opens the editor; a closed thread has no such slot',
    island: 'islands/composer/Composer.tsx',
    attributes: ['thread', 'forum'],
  },
} as const satisfies Record<string, SlotContract>;

export type SlotName = keyof typeof SLOTS;

/** Controls that the page's own script handles (views/site.ts), for everybody. */
export const PAGE_ACTS = ['theme', 'notice', 'copy', 'back', 'carousel', 'keys', 'go'] as const;

/** Handled by islands: the loader holds a click, and repeats it when they are loaded. */
export const SLOT_ACTS = [
  'like',
  'favourite',
  'favourite-forum',
  'watch',
  'read-all',
  'share',
  'author',
  'newest',
  'helpful',
  'comment',
  'quote',
  'compose',
  'comments',
  'vote',
] as const;

/** Controls that islands add for members; not on published pages. */
export const ISLAND_ACTS = [
  'report',
  'more',
  'bookmark',
  'moderate',
  'history',
  'answer',
  'delete-comment',
  'edit-comment',
  'like-comment',
] as const;

export type PageAct = (typeof PAGE_ACTS)[number];
export type SlotAct = (typeof SLOT_ACTS)[number];
export type Act = PageAct | SlotAct | (typeof ISLAND_ACTS)[number];

/** Data attributes of published pages, without `data-`. Numbers are decimal. */
export const PAGE_ATTRIBUTES = {
  slot: 'name of a slot: a key of SLOTS',
  act: 'name of a control: PAGE_ACTS, SLOT_ACTS or ISLAND_ACTS',
  // of the slot's content
  id: 'of the thread, reply, comment, forum, section or user that the element shows',
  post: 'id of the first post of a thread',
  thread: 'id of the thread that a poll or the composer belongs to',
  forum: 'id of the forum that the thread of a composer is in',
  author: 'id of the user who wrote what the element shows',
  nick: 'nickname of the author of a reply, for a quote',
  floor: 'number of a reply in its thread',
  likes: 'number of likes when the page was published; a comment without any has none',
  favourites: 'number of favourites when the page was published',
  page: 'number of a page of a thread or list, from 1',
  total: 'number of replies of a thread when the page was published',
  version: 'name of what the element showed when the page was published',
  more: 'the list takes in its next pages on phones: "rows" or "replies"',
  'client-page': 'name of the client page: one of CLIENT_PAGES in contracts/paths.ts',
  of: "name of the member's page whose unread messages are counted",
  // of the page, for its own script
  view: 'query of the call that counts a view of a thread or a visit to a forum; on <body>',
  copy: 'label of the button that copies code; on <body>',
  copied: 'label of that button after it has copied; on <body>',
  now: 'text of a time of less than a minute ago; on <body>',
  i18n: 'version of the dictionary that islands load; on <html>',
  notice: 'hash of the notice that is shown; "" when the reader has closed it; on <html>',
  member: 'a member is logged in, as the hint cookie says; set before paint on <html>',
  wide: 'the screen is one for the desktop’s site; set before paint on <html>',
  theme: 'colour theme that the reader chose: "dark" or "light"; set before paint on <html>',
  zone: 'time zone that the reader chose; set before paint on <html>',
  keys: '"off" when the reader has turned single keys off; set before paint on <html>',
  vendor: 'name of the vendor above the menu of the admin area; on <body>',
  suffix: 'end of the titles of the admin area; on <body>',
  mark: 'address of the picture that is the mark of the brand, if it has one; on <body>',
  choice: 'cookie that a link to another language, site or list sets',
  first: 'address of the first page, of a field that asks for a page or floor',
  pattern: 'address of the other pages, with {n} for their number',
  per: 'replies on a page: the field asks for a floor',
  full: 'the time is shown to the minute, or ("clock") as it is; others become relative',
  on: 'the tick of the slide that the carousel shows',
} as const satisfies Record<string, string>;

/** Data attributes in users' messages that the sanitizer allows. */
export const MESSAGE_ATTRIBUTES = {
  'user-id': 'id of the user whom a mention names',
  language: 'language of a code block, for its colours',
  vditor_version: 'the older editor that wrote the message',
  weapp_version: 'the older app that wrote the message',
} as const satisfies Record<string, string>;

/** Data attributes that only islands write and read. */
export const ISLAND_ATTRIBUTES = {
  withheld: 'a moderator sees the element, others do not',
  row: 'a line that can be moved by dragging',
  section: 'id of a section in the admin area',
  upload: 'id of a running upload in the editor',
  caption: 'caption of a table in the editor',
  word: 'a list that was pasted from a word processor',
  fresh: 'a thread of a list is new to the reader',
  replaced: 'text of the count whose place the number of unread replies has',
  since: 'text over the first reply that is new since the last visit',
  shown: 'what an ignored person wrote was opened',
  docked: 'the composer is at the foot of the window',
  'base-ui-focus-guard': 'written by Base UI',
} as const satisfies Record<string, string>;

/** Events on `document` between the page's script and the islands. */
export const PAGE_EVENTS = {
  island: 'the islands are mounted: stored clicks are repeated',
  drawn: 'an island has added content: times and code blocks are finished',
  stay: 'a pointer, a finger or the focus has stayed on a name or avatar, the target',
  key: 'a single key that islands answer was pressed: its name is the detail',
  more: 'replies or rows have joined the list, or replaced others: they get their islands',
} as const satisfies Record<string, string>;

declare module 'react' {
  interface HTMLAttributes<T> {
    'data-slot'?: SlotName | undefined;
    'data-act'?: Act | undefined;
  }
}

declare global {
  namespace astroHTML.JSX {
    interface HTMLAttributes {
      'data-slot'?: SlotName | undefined;
      'data-act'?: Act | undefined;
    }
  }
}
