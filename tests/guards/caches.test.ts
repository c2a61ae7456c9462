import { expect, test } from 'vitest';
import { filesBelow, SERVER_FOLDERS, textOf } from './sources.ts';

/*
 * Every cache of a process has a bound, whatever clients send: an LRUCache has one. This guard
 * lists maps and sets of modules that functions fill, with the reason why their keys are few or
 * deleted.
 */

const JUDGED: Record<string, string> = {
  'src/api/http/middleware/limit-form.ts: spooledBytesByUser': 'people whose forms are on the way',
  'src/api/routes/admin/csv.ts: exporting': 'administrators whose exports run',
  'src/contracts/relative-time.ts: cachedTexts': 'counts of units that there are',
  'src/contracts/relative-time.ts: formatters': 'two languages',
  'src/db/stream-rows.ts: runningExports': 'databases of ours',
  'src/domain/config/app-icon.ts: drawn': 'icons of the app',
  'src/domain/content/thread/list-query.ts: statementsByKey':
    'orders, filters and languages of ours',
  'src/i18n/format.ts: cache': 'forms and time zones of ours',
  'src/i18n/translator.ts: translators': 'two languages',
  'src/platform/calendar-day.ts: formatters': 'the community’s time zone',
  'src/platform/metrics.ts: statementFigures': 'statements of ours',
  'src/platform/open-storage.ts: storageByUrl': 'a setting',
  'src/platform/shared-slots.ts: readUse': 'slots of ours',
  'src/publish/files/bucket-pages.ts: bucketByUrl': 'a setting',
  'src/publish/files/site-files.ts: knownFolders': 'cleared at a number',
};

const FOLDERS = [...SERVER_FOLDERS, 'contracts', 'i18n'];
const MAP = /^(?:export )?(?:const|let) (\w+)(?:: [^=\n]+)? = new (?:Map|Set)\b/gm;

/** Maps and sets of a module that its functions fill. */
function growingMaps(text: string): string[] {
  return Array.from(text.matchAll(MAP), ([, name = '']) => name).filter((name) =>
    [`${name}.set(`, `${name}.add(`].some((call) => text.includes(call)),
  );
}

test('[guard] every cache of a process has a bound', () => {
  const found = FOLDERS.flatMap((folder) => filesBelow(`src/${folder}`))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => growingMaps(textOf(path)).map((name) => `${path}: ${name}`));
  expect(found.sort()).toEqual(Object.keys(JUDGED).sort());
});

test('[guard] a map that grows is seen', () => {
  const text =
    'const seen = new Map<string, string>();\nexport const fold = (one: string) => seen.set(one, one);';
  expect(growingMaps(text)).toEqual(['seen']);
  expect(growingMaps('const table = new Map([["a", 1]]);\ntable.get(word);')).toEqual([]);
});
