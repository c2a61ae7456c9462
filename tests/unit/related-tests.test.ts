import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveSpecifier } from '../../scripts/test/import-graph.ts';
import { findRelatedTests, isNamedAlike, readTestGraph } from '../../scripts/test/related-tests.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* On a small product with every kind of connection between files. */

const FILES: Record<string, string> = {
  'src/api/app.ts': `import { createRouter } from './http/router.ts';\nimport { postRoutes } from './routes/posts.ts';\nimport { pollRoutes } from './routes/polls.ts';\n`,
  'src/api/http/router.ts': '',
  'src/api/routes/posts.ts': `import { editPost } from '#domain/content/post/edit.ts';\nimport type { Poll } from '#domain/content/poll/vote.ts';\nexport const postRoutes = createRouter();\npath: '/v1/post',\n`,
  'src/api/routes/polls.ts': `import { vote } from '#domain/content/poll/vote.ts';\nexport const pollRoutes = createRouter();\npath: '/v1/poll/{id}',\n`,
  'src/domain/content/post/edit.ts': `import { type Lock } from './lock.ts';\n`,
  'src/domain/content/post/lock.ts': '',
  'src/domain/content/poll/vote.ts': '',
  'src/server/main.ts': `import '#api/app.ts';\n`,
  'src/pages/_site-pages.ts': `page('Home', ['[...list]'], ['home-page', 'loadHomePage']),\npage('Thread', ['post/[id]/[...page]'], ['thread-page', 'loadThreadPage'], ['phone']),\n`,
  'src/pages/_loaders/home-page.ts': '',
  'src/pages/_loaders/thread-page.ts': '',
  'src/views/desktop/Home.tsx': '',
  'src/views/phone/Home.tsx': '',
  'src/views/phone/Thread.tsx': `import styles from '../../styles/thread.css?raw';\n`,
  'src/views/layouts/PhoneLayout.astro': `<script>\n  import '#islands/start.ts';\n</script>\n`,
  'src/styles/thread.css': `@import './colours.css';\n`,
  'src/styles/colours.css': '',
  'src/islands/start.ts': `const pages = {\n  'me/polls': lazy(() => import('./Polls.tsx')),\n};\nconst later = () => import('./Menu.tsx');\n`,
  'src/islands/Menu.tsx': `call('POST /v1/post');\n`,
  'src/islands/Polls.tsx': '',
  'tests/support/test-api.ts': `import '#api/app.ts';\n`,
  'tests/support/write.ts': `import './test-api.ts';\ncall('PUT', '/api/v1/post?id=1');\n`,
  'tests/unit/locks.test.ts': `import { lock } from '#domain/content/post/lock.ts';\n`,
  'tests/api/posts.test.ts': `import '../support/write.ts';\n`,
  'tests/api/polls.test.ts': `import '../support/test-api.ts';\ncall('GET', \`/api/v1/poll/\${id}\`);\n`,
  'tests/api/none.test.ts': `import '../support/test-api.ts';\n`,
  'tests/browser/reading.test.ts': `import { chromium } from 'playwright';\nawait startSite();\ngoto(\`\${site.url}/phone/zh/post/\${id}\`);\n`,
  'tests/browser/front.test.ts': `import { chromium } from 'playwright';\nawait startSite();\ngoto(\`\${site.url}/zh\`);\n`,
};

const folder = temporaryFolder('related-tests');
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const graph = readTestGraph(folder);
const related = (...changed: string[]) =>
  findRelatedTests(graph, changed).map(({ file, distance }) => [
    file.replace(/^tests\/|\.test\.ts$/g, ''),
    distance,
  ]);

test('[unit] a route concerns the tests that name its path, themselves or by their imports', () => {
  expect(related('src/api/routes/polls.ts')).toEqual([['api/polls', 1]]);
  expect(related('src/domain/content/post/edit.ts')).toEqual([
    ['api/posts', 3],
    ['browser/reading', 5],
  ]);
});

test('[unit] types concern no test: they are removed before tests run', () => {
  expect(related('src/domain/content/poll/vote.ts')).toEqual([['api/polls', 2]]);
  expect(related('src/domain/content/post/lock.ts')).toEqual([['unit/locks', 1]]);
});

test('[unit] files that all routes need concern the server’s tests', () => {
  expect(related('src/api/http/router.ts').map(([name]) => name)).toEqual([
    'api/none',
    'api/polls',
    'browser/front',
    'browser/reading',
    'api/posts',
  ]);
});

test('[unit] a page’s view, styles and lazy islands concern the tests that open its address', () => {
  expect(related('src/styles/colours.css')).toEqual([['browser/reading', 3]]);
  expect(related('src/islands/Menu.tsx')).toEqual([['browser/reading', 3]]);
  expect(related('src/views/desktop/Home.tsx')).toEqual([['browser/front', 1]]);
  expect(related('src/views/phone/Home.tsx')).toEqual([]);
});

test('[unit] the island of another page is far, and its own page’s tests are before', () => {
  expect(related('src/islands/Polls.tsx')).toEqual([['browser/reading', 7]]);
});

test('[unit] a changed test is its own first; shared test code concerns its importers', () => {
  expect(related('tests/api/polls.test.ts', 'tests/support/write.ts')).toEqual([
    ['api/polls', 0],
    ['api/posts', 1],
  ]);
});

test('[unit] tests are named like files, by their folders too', () => {
  expect(isNamedAlike('tests/api/polls.test.ts', 'src/domain/content/poll/vote.ts')).toBe(true);
  expect(
    isNamedAlike('tests/browser/reply-filters.test.ts', 'src/islands/x/ReplyFilters.tsx'),
  ).toBe(true);
  expect(isNamedAlike('tests/api/read-threads.test.ts', 'src/domain/page-data/user-page.ts')).toBe(
    false,
  );
  expect(resolveSpecifier('src/a/b.ts', '../c.css?url')).toBe('src/c.css');
  expect(resolveSpecifier('src/a/b.ts', 'react')).toBeUndefined();
});

test('[unit] of the product itself a few tests of many concern a verb, nearest first', () => {
  const product = readTestGraph(join(import.meta.dirname, '../..'));
  const edit = findRelatedTests(product, ['src/domain/content/post/edit.ts']);
  expect(edit[0]).toMatchObject({ file: 'tests/api/edit-posts.test.ts', needsBuild: false });
  const settings = findRelatedTests(product, ['src/islands/settings/Settings.tsx']);
  const byComponents = ['mail-settings', 'settings'].map((name) => ({
    file: `tests/component/${name}.test.tsx`,
    needsBuild: false,
  }));
  expect(settings.slice(0, 3)).toMatchObject([
    ...byComponents,
    { file: 'tests/browser/settings.test.ts', needsBuild: true },
  ]);
  expect(edit.length).toBeLessThan(product.tests.length);
});
