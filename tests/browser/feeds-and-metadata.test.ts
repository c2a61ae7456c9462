import { sql } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import { describe, expect } from 'vitest';
import { LANGS, type Lang } from '#contracts/language.ts';
import { ROOTS, threadPath, userPath } from '#contracts/paths.ts';
import { expectConsoleMessages, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite } from '../support/test-site.ts';

/* Feeds, sitemap, links between languages, and the thread as schema.org data. */

const site = await startSite();

/** Parses strictly: throws if the XML isn't well-formed. */
async function xml(path: string): Promise<{ type: string; root: Document }> {
  const { status, headers, body } = await rawRequest(site.url + path);
  expect(status, path).toBe(200);
  return {
    type: headers['content-type'] ?? '',
    root: new JSDOM(body.toString(), { contentType: 'text/xml' }).window.document,
  };
}
const texts = (root: Document, selector: string) =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent ?? '');

describe('[R41] feeds', () => {
  test.for(LANGS)(
    'the RSS feeds of %s are well-formed, newest first, and lead to pages',
    async (lang) => {
      const {
        rows: [forum],
      } = await site.db.execute<{ id: number; name: string }>(
        sql`
          select forum_id as id, count(*)
          from thread
          where state = 'normal'
          group by 1
          order by 2 desc
          limit 1`,
      );
      for (const path of [`/${lang}/feed.xml`, `/${lang}/forum/${forum?.id}/feed.xml`]) {
        const { type, root } = await xml(path);
        expect(type).toBe('application/rss+xml; charset=utf-8');
        expect(root.documentElement.getAttribute('version')).toBe('2.0');
        for (const name of ['title', 'link', 'description', 'language'])
          expect(texts(root, `channel > ${name}`)[0], name).toBeTruthy();
        expect(
          root
            .getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link')[0]
            ?.getAttribute('href'),
        ).toBe(site.url + path);
        const items = root.querySelectorAll('item');
        expect(items.length).toBeGreaterThan(5);
        const dates = texts(root, 'item > pubDate').map((date) => Date.parse(date));
        expect(dates.every((date) => date > 0)).toBe(true);
        expect(dates).toEqual([...dates].sort((a, b) => b - a));
        for (const link of texts(root, 'item > link').slice(0, 3))
          expect((await rawRequest(link)).status, link).toBe(200);
        expect(texts(root, 'item > description').join('')).not.toMatch(/(src|href)="\/(?!\/)/);
      }
    },
  );

  test.for(LANGS)('the Atom feed of %s is well-formed and complete', async (lang) => {
    const { type, root } = await xml(`/${lang}/atom.xml`);
    expect(type).toBe('application/atom+xml; charset=utf-8');
    expect(root.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom');
    expect(
      root.documentElement.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang'),
    ).toMatch(lang);
    for (const name of ['id', 'title', 'updated'])
      expect(texts(root, `feed > ${name}`)[0], name).toBeTruthy();
    const ids = texts(root, 'entry > id');
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of ['title', 'updated', 'author > name', 'content'])
      expect(texts(root, `entry > ${name}`).length, name).toBe(ids.length);
  });
});

test('[R41] the sitemap names every public thread once, and its parts say where pages are', async () => {
  const { root } = await xml('/sitemap.xml');
  const parts = texts(root, 'sitemap > loc');
  expect(parts.length).toBeGreaterThanOrEqual(2);
  const pages: string[] = [];
  for (const part of parts)
    pages.push(...texts((await xml(new URL(part).pathname)).root, 'url > loc'));
  expect(new Set(pages).size).toBe(pages.length);
  // the desktop address represents both forms of a page
  expect(pages.filter((page) => page.includes('/phone'))).toEqual([]);
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      select t.id
      from thread t
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal' and t.checked
      order by 1`,
  );
  expect(
    pages
      .map((page) => Number(/\/post\/(\d+)$/.exec(page)?.[1]))
      .filter(Boolean)
      .sort((a, b) => a - b),
  ).toEqual(rows.map(({ id }) => id));
  for (const page of [pages[0], pages.at(-1), pages[Math.floor(pages.length / 2)]] as string[])
    expect((await rawRequest(page)).status, page).toBe(200);
  expect((await rawRequest(`${site.url}/robots.txt`)).body.toString()).toContain(
    `Sitemap: ${site.url}/sitemap.xml`,
  );
});

/** A published page without styles and scripts. */
async function html(path: string): Promise<Document> {
  const { body } = await rawRequest(site.url + path);
  return new JSDOM(body.toString()).window.document;
}

test('[R41] a page says its own address and the other language’s; an error page none', async () => {
  for (const path of ['/zh', '/en/forums', '/zh/forum/1/hot', '/en/post/1', '/zh/user/10001']) {
    const page = await html(`${path}?utm_source=x`);
    const href = (selector: string) =>
      page.querySelector(`head > link[${selector}]`)?.getAttribute('href');
    const other = path.startsWith('/zh') ? path.replace('/zh', '/en') : path.replace('/en', '/zh');
    expect(href('rel="canonical"')).toBe(site.url + path);
    expect(href(`rel="alternate"][hreflang="${path.startsWith('/zh') ? 'en' : 'zh-CN'}"`)).toBe(
      site.url + other,
    );
    expect(href('type="application/rss+xml"')).toMatch(/feed\.xml$/);
    for (const name of ['og:title', 'og:type', 'og:url', 'og:site_name', 'og:description'])
      expect(
        page.querySelector(`meta[property="${name}"]`)?.getAttribute('content'),
        `${path}: ${name}`,
      ).toBeTruthy();
  }
  const nowhere = await html('/zh/post/999999999');
  expect(nowhere.querySelector('link[rel="canonical"]')).toBeNull();
  expect(nowhere.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
});

const readJsonLd = (page: Document) =>
  JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null');

/** Google's required properties, by type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  DiscussionForumPosting: ['author', 'datePublished', 'text', 'headline', 'url'],
  Comment: ['author', 'datePublished', 'text'],
  ProfilePage: ['mainEntity'],
  Person: ['name', 'url'],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
};

/** Properties that are missing or empty, and dates and addresses that aren't whole. */
function* findDataProblems(node: unknown, where = 'page'): Generator<string> {
  if (Array.isArray(node))
    for (const [index, one] of node.entries()) yield* findDataProblems(one, `${where}[${index}]`);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const properties = new Map<string, unknown>(Object.entries(node));
  const required = REQUIRED[String(properties.get('@type'))];
  if (!required) yield `${where}: unknown type`;
  for (const name of required ?? [])
    if ([undefined, null, ''].includes(properties.get(name) as string))
      yield `${where}: no ${name}`;
  for (const [name, value] of properties) {
    if (/^date/.test(name) && new Date(value as string).toISOString() !== value)
      yield `${where}: ${name} is no time`;
    if (['url', 'image'].includes(name) && !URL.canParse(value as string))
      yield `${where}: ${name} is no whole address`;
    yield* findDataProblems(value, `${where}.${name}`);
  }
}

const squash = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '');
/** The text of an element as a reader sees it, stickers included. */
const seenIn = (element: Element | null): string => {
  for (const sticker of element?.querySelectorAll('img.emoji') ?? [])
    sticker.replaceWith(sticker.getAttribute('alt') ?? '');
  return squash(element?.textContent);
};

interface DataComment {
  text: string;
  author: { name: string };
  url?: string;
  comment?: DataComment[];
}

test('[R41] search engines read on each page of a thread what its readers see', async () => {
  const thread = await findThread(site.db, sql`t.last_floor > 20`);
  for (const root of ROOTS)
    for (const pageNumber of [1, 2]) {
      const page = await html(threadPath(root, thread.id, pageNumber));
      const data = readJsonLd(page);
      expect([...findDataProblems(data)]).toEqual([]);
      const [lang] = root.split('/').slice(-1) as [Lang];
      expect(data).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'DiscussionForumPosting',
        headline: thread.subject,
        url: site.url + threadPath(lang, thread.id),
        author: { '@type': 'Person', url: expect.stringContaining(`/${lang}/user/`) },
        inLanguage: thread.language === 'zh_CN' ? 'zh-CN' : 'en',
      });
      expect(data.text.length).toBeGreaterThan(20);
      expect(data.commentCount).toBe(pageNumber === 1 ? thread.replies : undefined);
      const counts = Object.fromEntries(
        (data.interactionStatistic ?? []).map(
          (one: { interactionType: string; userInteractionCount: number }) => [
            one.interactionType.split('/').at(-1),
            one.userInteractionCount,
          ],
        ),
      );
      expect(counts).toEqual(
        pageNumber === 1
          ? {
              CommentAction: thread.replies,
              LikeAction: expect.any(Number),
              ViewAction: expect.any(Number),
            }
          : {},
      );
      if (pageNumber === 1)
        expect(seenIn(page.querySelector('.post > .prose'))).toBe(squash(data.text));
      const replies = [...page.querySelectorAll('#replies .reply[data-id]')];
      const said = new Map(
        (data.comment as DataComment[]).map((one) => [one.url?.split('#').at(-1), one]),
      );
      expect(said.size).toBeGreaterThan(0);
      for (const reply of replies) {
        const text = seenIn(reply.querySelector('.prose'));
        const comment = said.get(reply.id);
        expect(squash(comment?.text), reply.id).toBe(text);
        if (comment)
          expect(reply.querySelector('.name')?.textContent).toContain(comment.author.name);
      }
      expect([...said.keys()].filter((id) => !replies.some((reply) => reply.id === id))).toEqual(
        [],
      );
    }
});

test('[R41] a member’s page is a ProfilePage, on its first page alone', async () => {
  const {
    rows: [member],
  } = await site.db.execute<{ id: number; nickname: string }>(sql`
    select u.id, u.nickname
    from "user" u
    where u.posts_cnt > 3 and u.banned_from is null
    order by u.id
    limit 1`);
  for (const root of ROOTS) {
    const data = readJsonLd(await html(userPath(root, member?.id as number)));
    expect([...findDataProblems(data)]).toEqual([]);
    expect(data).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: member?.nickname },
    });
    expect(readJsonLd(await html(userPath(root, member?.id as number, 'replies')))).toBeNull();
  }
});

test('[R13] a script that got into a page all the same isn’t run: the page’s policy allows the site’s own files', async ({
  page,
  complaints,
}) => {
  await page.goto(`${site.url}/zh/post/1`);
  const ran = await page.evaluate(() => {
    let refused = 0;
    const bothRefused = new Promise<void>((resolve) =>
      document.addEventListener('securitypolicyviolation', () => ++refused === 2 && resolve()),
    );
    // Simulates HTML that passed the sanitizer, by a policy that the page accepts.
    const policy = trustedTypes?.createPolicy('inert-html', { createHTML: (html) => html });
    const found = (html: string) =>
      document.createRange().createContextualFragment(policy?.createHTML(html) ?? html);
    document.body.append(
      found('<script>document.documentElement.dataset.ran = "yes"</script>'),
      found('<img src="data:image/png,none" onerror="document.documentElement.dataset.ran = 1">'),
    );
    return bothRefused.then(() => document.documentElement.dataset.ran);
  });
  expect(ran).toBeUndefined();
  await expectConsoleMessages(
    complaints,
    /Executing inline script violates/,
    /Executing inline event handler violates/,
  );
});
