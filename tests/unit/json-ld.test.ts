import { describe, expect, test } from 'vitest';
import type { CommentItem, Reply, ThreadPage, UserPage } from '#contracts/page-model.ts';
import { discussionJsonLd, profileJsonLd } from '../../src/views/parts/json-ld.ts';

const SITE = 'https://forum.example';
const createdAt = new Date('2026-01-02T03:04:05Z');
const author = { id: 7, nickname: '若谷', avatar: '', level: 3 };

const commentOf = (id: number, html: string | null): CommentItem => ({
  id,
  author,
  html,
  createdAt,
  editedAt: null,
  likesCnt: 0,
});
const replyOf = (id: number, html: string, more: Partial<Reply> = {}): Reply => ({
  id,
  floor: id,
  author,
  html,
  likesCnt: 0,
  featured: false,
  createdAt,
  comments: [],
  commentsCnt: 0,
  ...more,
});
const pageOf = (page: number, replies: Reply[], thread: object = {}) =>
  ({
    page,
    author,
    replies,
    thread: {
      id: 42,
      subject: 'Wi-Fi',
      excerpt: 'It drops …',
      html: page === 1 ? '<p>It drops &amp; comes back.</p>' : null,
      language: 'en_US',
      createdAt,
      repliesCnt: 30,
      likesCnt: 1,
      viewsCnt: 2,
      ...thread,
    },
  }) as unknown as ThreadPage;

describe('[R41] a thread’s data for search engines', () => {
  test('has the whole text of the question, of replies and of their comments', () => {
    const reply = replyOf(5, '<p>Try <b>this</b></p>', {
      likesCnt: 3,
      comments: [commentOf(1, '<p>Works</p>')],
    });
    expect(discussionJsonLd(pageOf(1, [reply]), 'en', SITE)).toMatchObject({
      url: `${SITE}/en/post/42`,
      text: 'It drops & comes back.',
      commentCount: 30,
      comment: [
        {
          text: 'Try this',
          url: `${SITE}/en/post/42#p5`,
          author: { name: '若谷', url: `${SITE}/en/user/7` },
          datePublished: '2026-01-02T03:04:05.000Z',
          interactionStatistic: { userInteractionCount: 3 },
          comment: [{ text: 'Works' }],
        },
      ],
    });
  });

  test('names the first page on later pages, without counts that get old', () => {
    const data = discussionJsonLd(pageOf(2, [replyOf(25, '<p>Later</p>')]), 'en', SITE);
    expect(data).toMatchObject({
      url: `${SITE}/en/post/42`,
      text: 'It drops …',
      comment: [{ url: `${SITE}/en/post/42/2#p25` }],
    });
    expect(data).not.toHaveProperty('commentCount');
    expect(data).not.toHaveProperty('interactionStatistic');
  });

  test('has no withheld text, and nothing of a withheld thread', () => {
    const hidden = replyOf(5, '<p>secret</p>', { withheld: 'hidden' });
    const large = replyOf(6, '<p>open</p>', { comments: [commentOf(1, null)] });
    const text = JSON.stringify(discussionJsonLd(pageOf(1, [hidden, large]), 'en', SITE));
    expect(text).not.toContain('secret');
    expect(text).toContain('open');
    expect(discussionJsonLd(pageOf(1, [], { withheld: 'hidden' }), 'en', SITE)).toBeUndefined();
  });

  test('leaves out replies without words', () => {
    const picture = replyOf(5, '<p><img src="/uploads/a.webp" alt=""></p>');
    expect(discussionJsonLd(pageOf(1, [picture]), 'en', SITE)).not.toHaveProperty('comment');
  });
});

test('[R41] a banned person’s page has no data for search engines', () => {
  const pageFor = (banned: boolean) =>
    ({
      user: { ...author, banned, createdAt, description: '', threadsCnt: 1, repliesCnt: 2 },
      tab: 'threads',
    }) as unknown as UserPage;
  expect(profileJsonLd(pageFor(false), 'zh', SITE)).toMatchObject({
    dateCreated: '2026-01-02T03:04:05.000Z',
    mainEntity: { name: '若谷', agentInteractionStatistic: { userInteractionCount: 3 } },
  });
  expect(profileJsonLd(pageFor(true), 'zh', SITE)).toBeUndefined();
});
