import type { CDPSession, Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { expectSoon, test } from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import {
  clearEditor,
  findOpenThread,
  openEditorWith,
  readLocalDraft,
  replyTextbox,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Chinese input methods: what is composed arrives once and whole, and no key of theirs is a
 * command.
 */

const site = await startSite();
let thread: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
});
const address = () => `${site.url}/zh/post/${thread.id}`;

/** Types as an input method does: letters that change, then characters. */
async function compose(session: CDPSession, letters: string, characters: string): Promise<void> {
  for (let length = 1; length <= letters.length; length++)
    await session.send('Input.imeSetComposition', {
      text: letters.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await session.send('Input.insertText', { text: characters });
}

interface Key {
  key: string;
  keyCode?: number;
  ctrlKey?: boolean;
  isComposing?: boolean;
}
const key = (page: Page, init: Key) =>
  replyTextbox(page).evaluate(
    (element, given: Key) =>
      void element.dispatchEvent(
        new KeyboardEvent('keydown', {
          bubbles: true,
          cancelable: true,
          ...given,
        } as KeyboardEventInit),
      ),
    init,
  );

test('[R24] composed characters arrive once: between others, in lists, behind Markdown’s signs, within bold text and over a selection; a mention is looked for while its name is composed; Enter and shortcuts during a composition neither send nor format', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  const session = await page.context().newCDPSession(page);
  await compose(session, 'nihao', '你好');
  await compose(session, 'shijie', '世界');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await compose(session, 'xin', '新');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>你好新世界</p>');
  await page.keyboard.press('End');
  // The browser tells the editor of the caret's move before it draws the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('- ');
  await compose(session, 'yi', '一');
  await page.keyboard.press('Enter');
  await compose(session, 'er', '二');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p>你好新世界</p><ul><li><p>一</p></li><li><p>二</p></li></ul>',
  );

  await clearEditor(page, thread.id);
  const { rows } = await site.db.$client.query<{ nickname: string }>(
    `
      select nickname
      from "user"
      where nickname ~ '^[一-龥]{2,}$' and id <> ${PEOPLE.member}
      order by posts_cnt desc
      limit 1`,
  );
  const name = rows[0]?.nickname ?? '';
  await page.keyboard.type('@');
  await compose(session, 'mingzi', name.slice(0, 2));
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(
    new RegExp(`^<p><a class="mention" data-user-id="\\d+" href="/user/\\d+">@${name}</a> ?</p>$`),
  );

  await clearEditor(page, thread.id);
  let sent = 0;
  await page.route('**/api/v1/post?*', (route) => {
    sent++;
    return route.abort();
  });
  await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  for (const init of [
    { key: 'Enter', ctrlKey: true, isComposing: true },
    { key: 'Enter', ctrlKey: true, keyCode: 229 },
    { key: 'Enter', isComposing: true },
    { key: 'b', ctrlKey: true, isComposing: true },
    { key: 'k', ctrlKey: true, isComposing: true },
  ])
    await key(page, init);
  await session.send('Input.insertText', { text: '你' });
  await page.keyboard.type('a');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>你a</p>');
  expect(await page.locator('.rich .positioner').count()).toBe(0);
  expect(sent).toBe(0);

  await clearEditor(page, thread.id);
  await replyTextbox(page).fill('显卡驱动');
  await replyTextbox(page).press('Control+a');
  await replyTextbox(page).press('Control+b');
  await page.keyboard.press('End');
  await compose(session, 'hao', '好');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p><strong>显卡驱动好</strong></p>',
  );
  await replyTextbox(page).press('Control+a');
  await compose(session, 'huan', '换');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p><strong>换</strong></p>');
});
