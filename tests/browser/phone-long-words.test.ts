import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { login, PHONES, test } from '../support/browser.ts';
import { MEMBER, OTHER } from '../support/moderation-api.ts';
import { createWriter, uniqueWord, waitUntilPublished } from '../support/moderation-pages.ts';
import { startSite } from '../support/test-site.ts';

/* Words that are longer than a phone is wide. */

const site = await startSite();

test('[R26, R42] however long the words of a comment and of a poll are, all of them is on the screen', async ({
  open,
}) => {
  const word = `https://example.com/${'Donaudampfschifffahrt'.repeat(5)}`;
  const [member, other] = [await createWriter(site, MEMBER), await createWriter(site, OTHER)];
  const id = await member.thread(uniqueWord());
  await site.db.execute(
    sql`
      insert into poll (
        thread_id,
        question,
        max_choices,
        results_visible,
        days,
        expires_at
      )
      values (${id}, ${word}, 1, true, 7, now() + interval '7 days')`,
  );
  await site.db.execute(
    sql`
      insert into poll_option (thread_id, rank, text)
      values (${id}, 1, ${word}), (${id}, 2, '短')`,
  );
  await site.db.execute(sql`update thread set has_poll = true where id = ${id}`);
  // What is written last makes the page anew.
  await other.comment(await other.reply(id, '短'), word);
  await waitUntilPublished(site, `/phone/zh/post/${id}`, word);
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await page.locator('#poll').getByRole('radio').first().waitFor();
  const beyond = await page.locator('.comments .said, #poll h2, #poll li').evaluateAll((all) =>
    all.flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().right > innerWidth ? [one.outerHTML.slice(0, 120)] : [];
    }),
  );
  expect(beyond).toEqual([]);
});
