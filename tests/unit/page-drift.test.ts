import { describe, expect, test } from 'vitest';
import { findActivityThreadIds, stripDrift } from '#publish/audit/page-drift.ts';

const page = ({
  facts = 3,
  replies = 3,
  body = '电话 12345',
  title = 'GCC 12',
  related = 7,
  likes = 1,
  votes = 2,
  years = 2,
  reactions = 5,
}) => `<!doctype html><title>${title}</title>
  <h1>${title}</h1><p class="facts meta num"><span>${facts} 回复</span></p><div class="body"><p>${body}</p></div>
  <a class="person"><span><b class="name">User 9</b><span class="meta">加入 ${years} 年</span></span></a>
  <section id="replies" data-page="2" data-total="${replies}"><h2 class="num">${replies} 条回复</h2></section><footer class="acts meta num">${likes}</footer><ul class="num"><li>${votes}</li></ul>
  <div class="reactions num" data-likes="${reactions}"><button>${reactions}</button></div>
  <ol class="outline"><li><a href="#replies">${replies} 条回复</a></li></ol>
  <ul class="related"><li><a href="/zh/post/${related}">${related}</a><a href="/zh/user/5">5</a></li></ul>`;
const isOld = (changed: Parameters<typeof page>[0]) =>
  stripDrift(page(changed)) === stripDrift(page({}));

describe('[R39] a page that is let get old', () => {
  test.each([{ facts: 4 }, { replies: 12_000 }, { related: 8 }, { years: 3 }, { reactions: 6 }])(
    'shows other counts, or livelier threads: %j',
    (changed) => {
      expect(isOld(changed)).toBe(true);
    },
  );

  test('shows other counts in its data for search engines, but no other texts', () => {
    const withData = (likes: number, text: string) =>
      stripDrift(
        `<script type="application/ld+json">${JSON.stringify({ text, comment: [{ text, interactionStatistic: { n: likes } }] })}</script>`,
      );
    expect(withData(1, 'a')).toBe(withData(2, 'a'));
    expect(withData(1, 'a')).not.toBe(withData(1, 'b'));
  });

  test('in English too, where one reply reads otherwise than two', () => {
    const englishPage = (facts: string, replies: string) =>
      stripDrift(
        `<p class="facts meta num"><span>${facts}</span></p><h2 class="num">${replies}</h2>`,
      );
    expect(englishPage('1 view', '1 reply')).toBe(englishPage('1,024 views', '2 replies'));
    expect(englishPage('1 view', '1 reply')).not.toBe(englishPage('1 view · Locked', '1 reply'));
  });

  test.each([{ body: '电话 12346' }, { title: 'GCC 13' }, { likes: 2 }, { votes: 3 }])(
    'is wrong when a number differs that people wrote, or that each write orders anew: %j',
    (changed) => {
      expect(isOld(changed)).toBe(false);
    },
  );

  test('has symbols for the avatars of livelier threads’ authors', () => {
    const withAvatars = (symbols: string, author: string) =>
      stripDrift(
        `<svg>${symbols}</svg><svg><use href="#a1"></use></svg>
        <ul class="related"><li><svg><use href="#${author}"></use></svg></li></ul>`,
      );
    const [first, second] = ['<symbol id="a1"></symbol>', '<symbol id="a2"></symbol>'];
    expect(withAvatars(first + second, 'a2')).toBe(withAvatars(first, 'a1'));
    expect(withAvatars(first + second, 'a2')).not.toBe(withAvatars(second, 'a2'));
  });

  test('names threads, which are looked up', () => {
    expect(findActivityThreadIds(page({ related: 42 }))).toEqual([42]);
  });
});
