// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $account, type Account, readCachedAccount, setAccount } from '#client/account/account.ts';
import { readOfLogin, writeOfLogin } from '#client/core/stored-json.ts';
import { flushReads, noteRead } from '#client/reading/reads.ts';
import { $recentSearches, addRecentSearch } from '#client/search/recent-searches.ts';

/* A browser does not show or send data of one login under the next one. */

const accountOf = (id: number): Account => ({
  id,
  nickname: `u${id}`,
  avatar: '',
  level: 1,
  unread: 0,
  moderates: false,
  welcome: false,
});

/** As a login's answer does, in this tab or in another one. */
function logIn(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server's answers set it
  document.cookie = `XSRF-TOKEN=${token}; path=/`;
}

const sent: { url: string; body: unknown }[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    return Response.json({ code: 0, msg: 'ok' });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test('[R17] another login reads nothing that a login has stored', () => {
  logIn('one');
  writeOfLogin('thing', { a: 1 });
  expect(readOfLogin('thing')).toEqual({ a: 1 });
  logIn('two');
  expect(readOfLogin('thing')).toBeUndefined();
});

test('[R17, R30] reads that weren’t sent yet are not sent for the next login', async () => {
  logIn('one');
  noteRead(7, 3);
  logIn('two');
  noteRead(8, 1);
  await flushReads();
  expect(sent.map(({ body }) => body)).toEqual([{ threads: [{ id: 8, floor: 1 }] }]);
});

test('[R17, R30] an answer that comes after a change of login ends none of its reads', async () => {
  logIn('one');
  noteRead(7, 3);
  vi.stubGlobal('fetch', async () => {
    logIn('two');
    noteRead(7, 2);
    return Response.json({ code: 0, msg: 'ok' });
  });
  await flushReads();
  expect(readOfLogin('reads')).toEqual({ 7: 2 });
});

test('[R17] new counts of a user are not stored for a login that replaced theirs', () => {
  logIn('one');
  setAccount(accountOf(1));
  logIn('two');
  setAccount({ ...accountOf(1), unread: 5 });
  expect(readCachedAccount()).toBeUndefined();
  setAccount(accountOf(2));
  expect(readCachedAccount()?.account.id).toBe(2);
});

test('[R31] each user of a browser has their own recent searches', () => {
  $account.set(undefined);
  addRecentSearch('early');
  setAccount(accountOf(1));
  addRecentSearch('mine');
  expect($recentSearches.get()).toEqual(['mine', 'early']);
  setAccount(null);
  expect($recentSearches.get()).toEqual([]);
  setAccount(accountOf(2));
  addRecentSearch('theirs');
  expect($recentSearches.get()).toEqual(['theirs']);
  setAccount(accountOf(1));
  expect($recentSearches.get()).toEqual(['mine', 'early']);
});

test.for([
  ['a list of everybody’s', ['former']],
  ['no list', { 1: 'former' }],
])('[R31] stored searches that are %s are replaced', ([, stored]) => {
  localStorage.setItem('searched', JSON.stringify(stored));
  setAccount(accountOf(1));
  expect($recentSearches.get()).toEqual([]);
  addRecentSearch('new');
  expect(JSON.parse(localStorage.getItem('searched') ?? '')).toEqual({ 1: ['new'] });
});
