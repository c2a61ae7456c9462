const STORED = 'our own code writes this JSON with all its fields';
const SEQUENCE = 'the id of the sequence, whose name PostgreSQL looks up';

/** Differences that are right, by file, statement and column, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/db/timeline.ts updateTimeline: column "since"': 'the statement itself writes it',
  'src/domain/content/thread/counts.ts selectThreadsForUpdate: column "firstPostId"':
    'null only in the transaction that creates the thread',
  'src/domain/delivery/contents.ts selectItems: column "key"': STORED,
  'src/domain/delivery/contents.ts selectLetterItems: column "key"': STORED,
  'src/domain/content/post/insert-reply.ts insertReply: column "id"': SEQUENCE,
  'src/domain/content/thread/insert-thread.ts insertThread: column "postId"': SEQUENCE,
  'src/domain/reading/read-news.ts selectReplies: column "floor"':
    'the statement selects threads with an unread reply only',
  'src/domain/reading/read-news.ts selectReplies: column "post_id"':
    'the statement selects threads with an unread reply only',
  'src/domain/reading/read-news.ts selectThreads: column "userId"':
    'a foreign key guarantees the author',
  'src/domain/reading/read-news.ts selectThreads: column "groupId"':
    'a foreign key guarantees the author',
  'src/domain/reading/read-news.ts selectThreads: column "username"':
    'a foreign key guarantees the author',
  'src/domain/reading/read-news.ts selectThreads: column "nickname"':
    'a foreign key guarantees the author',
  'src/domain/reading/read-news.ts selectThreads: column "avatar"':
    'a foreign key guarantees the author',
  'src/domain/reports/cases.ts selectCase: column "post_state"':
    'a report has a post, a comment or a private message',
  'src/domain/reports/cases.ts selectCase: column "posted_at"':
    'a report has a post, a comment or a private message',
  'src/domain/reports/cases.ts selectCase: column "kinds"':
    'a case has at least the report that it is found by',
  'src/domain/reports/cases.ts selectCase: column "reports"':
    'a case has at least the report that it is found by',
  'src/domain/reports/list-reports.ts selectReportsByIds: column "post_id"':
    'the list has no reports of private messages',
  'src/domain/search/word-statistics.ts selectStatistics: column "texts"':
    'pg_class has each table',
  'src/domain/search/reindex.ts selectProgress: column "version"': STORED,
  'src/domain/search/reindex.ts selectProgress: column "after"': STORED,
  'src/domain/search/reindex.ts selectProgress: column "done"': STORED,
  'src/domain/operations/setup/claim.ts lockClaim: column "hash"': STORED,
  'src/publish/files/pages-folder.ts selectFolderId: column "id"': STORED,
  'src/domain/uploads/release.ts selectUploadHashes: column "hash"': 'the pattern has one group',
  'src/domain/people/own-user.ts selectOwnUser: column "level"':
    'a foreign key guarantees the level',
  'src/domain/content/thread/withheld.ts readWithheldThreads: column "why"':
    'the statement selects withheld threads only',
  'src/domain/search/index-posts.ts selectTexts: column "poll"':
    'concat_ws is null only for a null separator',
  'src/domain/content/thread/read.ts selectThreadHeads: column "authorHidden"':
    'the row of a thread and the card of its author have the same expression',
};

const BUILT = 'the SQL is built from the filters of each call';

/** Functions that create statements when they run, with the reason. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  'src/domain/shared/define-table.ts defineTable': BUILT,
  'src/domain/log/read.ts readActionLog': BUILT,
  'src/domain/log/read.ts readActionLogTable': BUILT,
  'src/domain/content/post/content-table.ts readPage': BUILT,
  'src/domain/content/post/content-table.ts estimateRows': BUILT,
  'src/domain/content/post/content-table.ts readPageOfMatches': BUILT,
  'src/domain/reports/cases.ts readReportCases': BUILT,
  'src/domain/content/thread/list-query.ts runListStatement': BUILT,
  'src/server/readiness.ts selectState': 'the explain tool loads no modules of the server',
};
