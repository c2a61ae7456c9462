import type { Page } from 'playwright';
import { expectSoon, login, test } from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import { sharedSite } from '../support/test-site.ts';

/* A page translated by the browser, which wraps each text in its own elements. */

const site = await sharedSite();

/** Mimics Chrome's translation. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const within = text.parentElement;
      if (!within?.translate || within.closest('script, style') || text.data.trim() === '')
        continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

test('[R11, R25] a translated page retains names, mentions and code, and its counts still update', async ({
  page,
}) => {
  const me = await member(site.db);
  const author = await member(site.db, { nickname: '译名者' });
  const { id, replies } = await thread(site.db, {
    author,
    replies: 1,
    html: `<p>正文 <a class="mention" data-user-id="${author}" href="/user/${author}">@译名者</a></p><div class="code"><pre><code>apt update</code></pre></div>`,
  });
  await login(page, site, me);
  await page.goto(`${site.url}/zh/post/${id}`);
  await page.locator('.account .me .av').waitFor();
  const post = page.locator('.post');
  const liked = post.locator('[data-act="like"] span');
  await expectSoon(() => liked.textContent()).toBe('0');
  await translate(page);
  await expectSoon(() => post.locator('.prose > p').textContent()).toBe('«正文 »@译名者');
  await expectSoon(() => post.locator('code').textContent()).toBe('apt update');
  await expectSoon(() => post.locator('header .name').textContent()).toBe('译名者');
  await post.locator('[data-act="like"]').click();
  await expectSoon(() => liked.textContent()).toBe('1');
  const reply = page.locator(`#p${replies[0]} [data-act="like"]`);
  await reply.click();
  await expectSoon(() => reply.textContent()).toBe('1');
  await expectSoon(() => reply.getAttribute('aria-pressed')).toBe('true');
});
