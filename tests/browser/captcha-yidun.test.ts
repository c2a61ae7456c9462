import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectConsoleMessages, login, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { reservePort } from '../support/ports.ts';
import { replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import { listen } from '../support/upload-call.ts';

/* A third-party captcha (R32): the second script server answers, and its service verifies. */

/** The part of the provider's script that the forum uses. */
const SCRIPT = `window.initNECaptcha = (options, ready) => {
  const button = document.createElement('button');
  button.textContent = 'slide here';
  button.onclick = () => options.onVerify(null, { validate: 'CN31_' + options.captchaId });
  ready({ popUp: () => options.element.append(button), destroy: () => button.remove() });
};`;

const asked: string[] = [];
const service = await listen((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    asked.push(new URLSearchParams(body).get('validate') ?? '');
    response
      .setHeader('content-type', 'application/json')
      .end('{"error":0,"msg":"ok","result":true}');
  });
});
const scripts = await listen(
  (_, response) => void response.setHeader('content-type', 'text/javascript').end(SCRIPT),
);
const nowhere = await reservePort();
const site = await startSite({
  env: {
    CAPTCHA_PROVIDER: 'yidun',
    CAPTCHA_POPUP_ID: 'p0pup',
    CAPTCHA_BOUND_ID: 'b0und',
    CAPTCHA_SECRET_ID: 'i',
    CAPTCHA_SECRET_KEY: 'k',
    CAPTCHA_API: `http://127.0.0.1:${service}`,
    CAPTCHA_SERVERS: `http://127.0.0.1:${nowhere},http://127.0.0.1:${scripts}`,
  },
});
const { id: thread } = await findThread(site.db, sql`not t.closed and t.last_floor < 15`);

test('[R32] the provider’s script is taken from the server that has it, under the pages’ own policy, and the reply is sent', async ({
  page,
  complaints,
}) => {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values ('newcomer', '新来的', 10)
      returning id`,
  );
  await login(page, site, rows[0]?.id as number);
  await page.goto(`${site.url}/zh/post/${thread}`);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  const text = `别处的验证 ${Date.now()}`;
  await replyTextbox(page).fill(text);
  await page.locator('.editor').getByRole('button', { name: '回复' }).click();
  await page.getByRole('button', { name: 'slide here' }).click();
  await page.locator('#replies > .reply', { hasText: text }).waitFor();
  expect(asked).toEqual(['CN31_p0pup']);
  await expectConsoleMessages(
    complaints,
    new RegExp(`ERR_CONNECTION_REFUSED \\(http://127\\.0\\.0\\.1:${nowhere}/`),
  );
});
