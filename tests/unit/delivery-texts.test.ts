import { expect, test } from 'vitest';
import en from '#domain/delivery/texts.en.json' with { type: 'json' };
import { deliveryText, happenedText } from '#domain/delivery/texts.ts';
import zh from '#domain/delivery/texts.zh.json' with { type: 'json' };
import archiveEn from '#domain/own-data/archive-texts.en.json' with { type: 'json' };
import archiveZh from '#domain/own-data/archive-texts.zh.json' with { type: 'json' };

/* Texts that only the server uses: in mails and in archives. */

test('[unit] a text of a mail has its values, and its plural form', () => {
  expect(deliveryText('en', 'newThreads', { forum: 'News', count: 1 })).toBe(
    '1 new thread in News',
  );
  expect(deliveryText('en', 'newThreads', { forum: 'News', count: 2 })).toBe(
    '2 new threads in News',
  );
  expect(deliveryText('zh', 'newThreads', { forum: '公告', count: 2 })).toBe('公告有 2 个新主题');
  expect(deliveryText('en', 'hello', { name: '{who}|$&' })).toBe('Hi {who}|$&,');
});

test('[unit] events without an actor, and of unknown kinds, have a text', () => {
  expect(happenedText('en', 'reply', '', 1)).toBe('Someone replied to your thread');
  expect(happenedText('en', 'reply', 'Mia', 3)).toBe('3 new replies to your thread');
  expect(happenedText('en', 'toString', 'Mia', 1)).toBe('A notice from the community');
});

test('[unit] both languages have the same texts of mails and archives', () => {
  expect(Object.keys(en)).toEqual(Object.keys(zh));
  expect(Object.keys(archiveEn.parts)).toEqual(Object.keys(archiveZh.parts));
  expect(Object.keys(archiveEn.fields)).toEqual(Object.keys(archiveZh.fields));
});
