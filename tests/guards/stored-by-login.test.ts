import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/*
 * Browsers are shared, and the login can change in another tab. Stored data belongs to the login
 * (readOfLogin), has the user's id in its key, or isn't about a user.
 */

/** Except for an area's name as an argument. */
const STORES = /(?<!')\b(?:localStorage|sessionStorage|indexedDB|readStored|writeStored)\b/;

/** Files that store data without readOfLogin and writeOfLogin, and its owner. */
const OWNERS: Readonly<Record<string, string>> = {
  'src/client/core/stored-json.ts': 'defines them',
  'src/client/account/display.ts': 'of the browser: the theme and the time zone',
  'src/client/captcha/solve-captcha.ts': 'of the browser: solved captchas and their failures',
  'src/client/drafts/draft-records.ts': 'under the user’s id',
  'src/client/drafts/saved-text.ts': 'under the user’s id',
  'src/client/outbox/empty-outbox.ts': 'under the user’s id',
  'src/client/outbox/outbox-records.ts': 'with the user’s id; nobody else’s are sent',
  'src/client/search/recent-searches.ts': 'under the user’s id',
  'src/client/watch/muted.ts': 'of the account; removed when it is gone',
  'src/islands/admin/Topbar.tsx': 'of the browser: the theme',
  'src/islands/admin/setup/forum-claim.ts': 'the secret of the setup, which has no user yet',
  'src/islands/admin/table/use-table-state.ts': 'of the browser: columns and orders of tables',
  'src/islands/composer/editor-heights.ts': 'of the browser: the heights of the editors',
  'src/islands/start.tsx': 'reads whether the outbox has anything',
};

test('[guard] data that islands store in the browser belongs to a login or to nobody', () => {
  const files = [...filesBelow('src/client'), ...filesBelow('src/islands')];
  const found = files.filter((path) => STORES.test(textOf(path).replace(/\/\*[\s\S]*?\*\//g, '')));
  expect(found.sort()).toEqual(Object.keys(OWNERS).sort());
});
