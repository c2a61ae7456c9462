import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/* A ban may hide its user's content (R29): statements that show threads need such a condition. */

/** SQL fragments that find threads for a reader, or read a thread's subject. */
const SHOWS_THREADS =
  /isReadableThreadSql\(|fromReadablePostSql\(|\b(?:[a-z]{1,2}|thread)\.subject\b/;
const NAMES_AUTHORS =
  /isAuthorShownSql\(|hasShownAuthorSql\(|contentHiddenSql\(|HIDDEN_AUTHOR_IDS_SQL|watchedThreadsSql\(|IS_TEXT_SHOWN_SQL/;

const FOR_MODERATORS = 'moderators see what is hidden';
const IDS_ALONE = 'answers ids that the reader named, and nothing of their content';
const OWN_ACTION = 'notes an action of the reader on a thread, and shows nothing of it';
const WITHOUT: Readonly<Record<string, string>> = {
  'src/domain/reading/bookmark/set-bookmark.ts upsertBookmark': OWN_ACTION,
  'src/domain/log/read.ts logEntriesSql': FOR_MODERATORS,
  'src/domain/content/post/content-table.ts contentRowsSql': FOR_MODERATORS,
  'src/domain/content/post/edit.ts selectSource': 'the author edits what is theirs',
  'src/domain/content/reaction/toggle-sql.ts LOCK_THREAD': OWN_ACTION,
  'src/domain/reading/mark-read.ts upsertRead': OWN_ACTION,
  'src/domain/reading/read-unread.ts selectUnread': IDS_ALONE,
  'src/domain/reports/cases.ts CASE_COLUMNS': FOR_MODERATORS,
  'src/domain/reports/list-reports.ts selectReportsByIds': FOR_MODERATORS,
  'src/domain/reports/review/queue.ts reviewItemsSql': FOR_MODERATORS,
  'src/domain/reports/review/queue.ts selectReviewPage': FOR_MODERATORS,
  'src/domain/search/candidates.ts SCORE_SQL': 'orders what the candidates have, who are filtered',
  'src/domain/search/index-posts.ts selectTexts': 'the index has everything; each search filters',
  'src/domain/search/read.ts selectHits': 'shows the candidates, which are filtered',
  'src/domain/content/thread/count-view.ts insertView': OWN_ACTION,
  'src/domain/content/thread/edit.ts selectSource': 'the author edits what is theirs',
  'src/domain/content/thread/read-followed.ts selectFollowed': IDS_ALONE,
  'src/domain/content/thread/read-followed.ts selectReadableThreads': IDS_ALONE,
  'src/domain/content/thread/read.ts selectFloorOfPost': IDS_ALONE,
  'src/domain/content/thread/withheld.ts selectThread': FOR_MODERATORS,
  'src/domain/content/thread/withheld.ts readWithheldThreads': FOR_MODERATORS,
  'src/domain/people/user-for-admin.ts selectWarnings': FOR_MODERATORS,
  'src/domain/people/warnings.ts readWarnings':
    'a warning names the thread that its receiver wrote in',
  'src/domain/delivery/watch/set-watch.ts TARGETS': OWN_ACTION,
  'src/domain/message/word/filter-dry-run.ts selectNextPosts': FOR_MODERATORS,
};

interface Declaration {
  name: string;
  sql: string;
}

/** The top-level declarations of a file, each with its templates. */
function declarationsOf(path: string): Declaration[] {
  const file = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  return file.statements.map((declaration) => {
    const templates: string[] = [];
    const visit = (node: ts.Node) => {
      if (ts.isTemplateLiteral(node)) templates.push(node.getText());
      else ts.forEachChild(node, visit);
    };
    visit(declaration);
    const name = /(?:const|function) (\w+)/.exec(declaration.getText())?.[1] ?? '';
    return { name: `${path} ${name}`, sql: templates.join('\n') };
  });
}

test('[R29] each statement that shows threads omits or marks hidden authors', () => {
  const silent = filesBelow('src/domain')
    .filter((path) => path.endsWith('.ts') && path !== 'src/domain/shared/visibility.ts')
    .flatMap(declarationsOf)
    .filter(({ sql }) => SHOWS_THREADS.test(sql) && !NAMES_AUTHORS.test(sql))
    .map(({ name }) => name);
  expect(silent.filter((name) => !(name in WITHOUT))).toEqual([]);
  expect(Object.keys(WITHOUT).filter((name) => !silent.includes(name))).toEqual([]);
});
