import fc from 'fast-check';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { toPoll } from '#client/thread/from-wire.ts';
import { $reactions, initReaction } from '#client/thread/reactions.ts';
import type { Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import type { PollWire } from '#contracts/wire/thread.ts';
import { translator } from '#i18n/translator.ts';
import { PageLinks } from '#islands/components/Pager.tsx';
import { PollView } from '#islands/components/PollView.tsx';
import { Texts } from '#islands/hooks/use-texts.ts';
import { ThreadRow } from '#islands/my-content/ThreadRow.tsx';
import { ReplyView } from '#islands/thread/ReplyView.tsx';
import { ThreadContext } from '#islands/thread/thread-context.ts';
import { Pager } from '#views/desktop/Pager.tsx';
import { ThreadList as DesktopList } from '#views/desktop/ThreadList.tsx';
import { Poll } from '#views/parts/Poll.tsx';
import { Reply } from '#views/parts/Reply.tsx';
import { ThreadList as PhoneList } from '#views/phone/ThreadList.tsx';
import { propertyRuns } from '../support/arbitraries.ts';
import { type Allowance, readTree } from '../support/html-tree.ts';

/*
 * Some parts of pages are rendered by views and by islands. Both render the same data here and must
 * produce the same elements, apart from the allowances below (decisions/twins.md).
 */

const render = (component: unknown, props: object): string =>
  renderToStaticMarkup(createElement(component as FunctionComponent<object>, props));

afterEach(() => vi.unstubAllGlobals());

/* Allowed differences of islands. */

/** Islands show users' texts once the sanitizer has loaded, which needs a browser. */
const textComesLater: Allowance = ({ tag, attributes }) =>
  /^(prose|message-text)$/.test(attributes.class ?? '')
    ? [{ tag, attributes: { class: attributes.class ?? '' }, children: [] }]
    : undefined;
/** An island wraps the text in an element for quoting. */
const textHasAFrame: Allowance = ({ tag, attributes, children: [only, ...more] }) =>
  tag === 'div' &&
  Object.keys(attributes).length === 0 &&
  more.length === 0 &&
  typeof only === 'object' &&
  only.attributes.class === 'prose'
    ? [only]
    : undefined;
/** Only published elements need slots, by which islands find and read them. */
const slotsArePublished: Allowance = ({ attributes }) => {
  for (const name of ['data-slot', 'data-nick', 'data-likes', 'data-version'])
    delete attributes[name];
  return undefined;
};
/** Published pages know each reply's page; islands use an address that finds it. */
const repliesAreOnAPage: Allowance = ({ attributes }) => {
  if (attributes.class === 'at hover') attributes.href = attributes.href?.split('#')[1] ?? '';
  return undefined;
};
const ALLOWANCES = [textComesLater, textHasAFrame, slotsArePublished, repliesAreOnAPage];
const treeOf = (html: string) => readTree(html, ...ALLOWANCES);

const lang = fc.constantFrom<Lang>('zh', 'en');
const site = fc
  .record({ lang, isPhone: fc.boolean() })
  .map(({ lang, isPhone }) => ({
    lang,
    root: (isPhone ? `phone/${lang}` : lang) as Root,
    t: translator(lang),
  }));
const words = fc.constantFrom(
  '蓝图 25.1 黑屏',
  'A "quoted" <b> & more',
  'ok',
  '声音没有了，重启也没用',
);
const id = fc.integer({ min: 1, max: 99_999 });
const time = fc
  .integer({ min: 1_700_000_000, max: 1_790_000_000 })
  .map((seconds) => new Date(seconds * 1000));
const count = fc.integer({ min: 0, max: 123_456 });
const BADGE_GROUPS = { none: 10, admin: 10_000, official: 30, moderator: 20 } as const;
const user = fc.record({
  id,
  nickname: words,
  avatar: fc.constantFrom('', '/uploads/1.webp'),
  level: fc.integer({ min: 1, max: 9 }),
  group: fc.constantFrom<keyof typeof BADGE_GROUPS>('none', 'admin', 'official', 'moderator'),
});
type User = typeof user extends fc.Arbitrary<infer Value> ? Value : never;
const toAuthor = ({ group, ...rest }: User) => ({
  ...rest,
  badge: group === 'none' ? undefined : group,
});
const toUserWire = ({ group, ...rest }: User) => ({ ...rest, group_id: BADGE_GROUPS[group] });

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const comment = fc.record({
  id,
  author: user,
  createdAt: time,
  likesCnt: fc.integer({ min: 0, max: 2 }),
});
const reply = fc.record({
  id,
  floor: fc.integer({ min: 1, max: 60 }),
  author: user,
  withheld: fc.constantFrom(
    undefined,
    undefined,
    'deleted' as const,
    'hidden' as const,
    'review' as const,
  ),
  quote: optional(
    fc.record({
      postId: id,
      userId: id,
      floor: fc.integer({ min: 1, max: 60 }),
      nickname: words,
      text: optional(words),
    }),
  ),
  likesCnt: count,
  createdAt: time,
  editedAt: optional(time),
  comments: fc.uniqueArray(comment, { selector: (one) => one.id, maxLength: 3 }),
  moreComments: fc.integer({ min: 0, max: 5 }),
});
const thread = fc.record({
  id,
  subject: words,
  isEnglish: fc.boolean(),
  author: user,
  lastUser: user,
  lastPostId: id,
  isDigest: fc.boolean(),
  isResolved: fc.boolean(),
  hasPoll: fc.boolean(),
  hasImage: fc.boolean(),
  isClosed: fc.boolean(),
  repliesCnt: count,
  viewsCnt: count,
  createdAt: time,
  lastReplyAt: time,
});

type Site = typeof site extends fc.Arbitrary<infer Value> ? Value : never;

/** Renders a component in its context on a page. */
const renderPart = (texts: Site, component: unknown, props: object, page = 1): string =>
  render(() => {
    const context = { threadId: 7, authorId: 1, closed: false, page, quote: () => undefined };
    const part = createElement(component as FunctionComponent<object>, props);
    return createElement(
      Texts as FunctionComponent<{ value: object }>,
      { value: texts },
      createElement(
        ThreadContext as FunctionComponent<{ value: object }>,
        { value: context },
        part,
      ),
    );
  }, {});

test('[R24] a reply that an island draws has the elements of a published one', () => {
  const check = fc.property(site, reply, (texts, { moreComments, ...one }) => {
    const { t } = texts;
    const page = Math.ceil(one.floor / 20);
    const commentsCnt = one.comments.length === 0 ? 0 : one.comments.length + moreComments;
    const published = renderPart(texts, Reply, {
      threadId: 7,
      version: '',
      page,
      reply: {
        ...one,
        html: '',
        author: toAuthor(one.author),
        featured: false,
        commentsCnt,
        comments: one.comments.map((each) => ({
          ...each,
          author: toAuthor(each.author),
          html: '',
        })),
      },
    });
    $reactions.set({});
    initReaction('like-post', one.id, one.likesCnt);
    const post = {
      id: one.id,
      storey: one.floor,
      user: toUserWire(one.author),
      message:
        one.withheld && one.withheld !== 'deleted' ? t(`thread.withheld.${one.withheld}`) : '',
      withheld: one.withheld ?? null,
      deleted_at: one.withheld === 'deleted' ? one.createdAt.toISOString() : null,
      created_at: one.createdAt.toISOString(),
      edited_at: one.editedAt?.toISOString() ?? null,
      checked: 1,
      is_top_forum: 0,
      total: commentsCnt,
      post_comment: one.comments.map((each) => ({
        id: each.id,
        user: toUserWire(each.author),
        message: '',
        deleted_at: null,
        checked: 1,
        created_at: each.createdAt.toISOString(),
        like_cnt: each.likesCnt,
        is_up: false,
      })),
    };
    const island = renderPart(
      texts,
      ReplyView,
      { post, quote: one.quote, isOnItsPage: true },
      page,
    );
    expect(treeOf(island)).toEqual(treeOf(published));
  });
  fc.assert(check, propertyRuns(120));
});

test('[R22] a row of a thread that an island draws has the elements of a published one', () => {
  const names = { id: 3, name: '硬件', name_en: 'Hardware' };
  const check = fc.property(site, thread, (texts, one) => {
    const isPhone = texts.root.startsWith('phone');
    const model = {
      ...one,
      lastReply: one.repliesCnt > 0 ? { id: one.lastPostId, floor: 1 } : undefined,
      author: toAuthor(one.author),
      language: one.isEnglish ? 'en_US' : 'zh_CN',
      theme: { id: 3, name: names.name, nameEn: names.name_en },
      forum: { id: 3, name: names.name, nameEn: names.name_en },
      marks: {
        pinned: false,
        digest: one.isDigest,
        resolved: one.isResolved,
        poll: one.hasPoll,
        image: one.hasImage,
        closed: one.isClosed,
      },
    };
    const wire = {
      id: one.id,
      subject: one.subject,
      Language: model.language,
      user: toUserWire(one.author),
      forum: names,
      type: names,
      attrs: one.isResolved ? [{ name: 'Resolved' }] : [],
      is_digest: Number(one.isDigest),
      is_poll: Number(one.hasPoll),
      images_num: Number(one.hasImage),
      isclosed: Number(one.isClosed),
      posts_cnt: one.repliesCnt,
      views_cnt: one.viewsCnt,
      created_at: one.createdAt.toISOString(),
      last_date: one.lastReplyAt.toISOString(),
      last_user_id: one.lastUser.id,
      last_post_id: one.repliesCnt > 0 ? one.lastPostId : 0,
      last_username: one.lastUser.nickname,
      state: 0,
      checked: 1,
    };
    const published = renderPart(texts, isPhone ? PhoneList : DesktopList, {
      threads: isPhone ? { items: [model], page: 1, pages: 1 } : [model],
      forum: true,
      href: String,
    });
    vi.stubGlobal('location', { pathname: `/${texts.root}/me/threads` });
    // The phone's row has an additional line that only its author sees.
    const island = renderPart(texts, ThreadRow, { thread: wire }).replace(
      '<p class="own-line meta"></p>',
      '',
    );
    // Lists of one's own threads show muted ones, so their rows don't name the author.
    const anybodys = published.replace(/ data-(thread|forum|author|more)="\w+"/g, '');
    expect(treeOf(`<ul class="rows"><li class="row">${island}</li></ul>`)).toEqual(
      treeOf(anybodys),
    );
  });
  fc.assert(check, propertyRuns(80));
});

test('[R26] a poll that an island draws has the elements of a published one', () => {
  const poll = fc.record({
    question: fc.constantFrom('', '哪个版本？'),
    maxChoices: fc.integer({ min: 1, max: 3 }),
    expiresAt: time,
    expired: fc.boolean(),
    resultsVisible: fc.boolean(),
    changeable: fc.boolean(),
    votersCnt: count,
    options: fc.uniqueArray(
      fc.record({
        id,
        text: words,
        votesCnt: fc.integer({ min: 0, max: 5 }),
        rate: fc.integer({ min: 0, max: 100 }),
      }),
      { selector: (one) => one.id, minLength: 2, maxLength: 4 },
    ),
  });
  const check = fc.property(site, poll, (texts, one) => {
    const published = renderPart(texts, Poll, { poll: one, threadId: 7 });
    const wire: PollWire = {
      tid: 7,
      overt: 1,
      multiple: Number(one.maxChoices > 1),
      poll_day: 7,
      voters_number: one.votersCnt,
      pollpreview: one.question,
      maxchoices: one.maxChoices,
      voters: one.votersCnt,
      expiration: one.expiresAt.toISOString(),
      poll_expire: !one.expired,
      visible: Number(one.resultsVisible),
      changeable: Number(one.changeable),
      forum_polloption: one.options.map((option) => ({
        polloptionid: option.id,
        polloption: option.text,
        votes: option.votesCnt,
        rate: option.rate,
      })),
      polloptionids: null,
    };
    const island = renderPart(texts, PollView, { poll: toPoll(wire) });
    // This view of a poll doesn't allow votes; its position in the page is the published one's.
    const ballot: Allowance = ({ tag, attributes }) => {
      if (attributes['data-act'] === 'vote') return [];
      if (tag === 'section')
        for (const name of ['id', 'data-thread', 'aria-label']) delete attributes[name];
      return undefined;
    };
    expect(readTree(island, ...ALLOWANCES, ballot)).toEqual(
      readTree(published, ...ALLOWANCES, ballot),
    );
  });
  fc.assert(check, propertyRuns(60));
});

test('[R22] the pages of a list that an island draws have the elements of published ones', () => {
  const pages = fc.integer({ min: 1, max: 40 });
  const check = fc.property(site, pages, fc.nat(), (texts, last, any) => {
    const place = { page: (any % last) + 1, pages: last, href: (page: number) => `/x/${page}` };
    const published = renderPart(texts, Pager, place);
    const island = renderPart(texts, PageLinks, place);
    expect(treeOf(island)).toEqual(treeOf(published));
  });
  fc.assert(check, propertyRuns(60));
});

test('[R24] a difference between two trees is seen, and allowed ones are not', () => {
  const published = '<article data-slot="reply"><p class="meta">a</p></article>';
  expect(treeOf('<article><p class="meta">a</p></article>')).toEqual(treeOf(published));
  expect(treeOf('<article><p class="dots">a</p></article>')).not.toEqual(treeOf(published));
});
