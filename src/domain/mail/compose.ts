import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { MAIL_NOTICES, type MailNotice, type UnsubscribeKind } from '#contracts/mailing.ts';
import { MESSAGE_CATEGORIES } from '#contracts/notifications.ts';
import {
  clientPagePath,
  forumPath,
  lettersPath,
  type Root,
  replyPagePath,
  settingsPath,
  threadPath,
} from '#contracts/paths.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { Env } from '#platform/env.ts';
import { toListedExcerpt } from '../bounded-text.ts';
import { conversationId, listId, unsubscribeUrl } from './addresses.ts';
import type { DigestThread } from './digest.ts';
import { MAX_ITEMS } from './gather.ts';
import { type LetterBlock, renderHtml, renderText } from './layout.ts';
import { happenedText, MAIL_TEXTS, type MailTexts } from './mail-texts.ts';
import type { LetterItem, MailContents, MailItem, Receiver } from './read-contents.ts';

/* What stands in a letter, in the language of who gets it. */

export interface LetterContext {
  env: Env;
  brand: Brand;
  secret: string;
}

/** Of letters that tell what happened. */
export interface NoticesContext extends LetterContext {
  describeAct: DescribeAct;
}

/** A sentence about what a moderator did, by its name in the action log. */
export type DescribeAct = (lang: Lang, act: string) => string;

/** A letter without what its sending adds: addresses and ids. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** What it belongs to, for programs that show conversations. */
  references?: string;
}

/** How a page is opened from a letter: as on a desktop; phones are led on by the pages. */
const rootOf = ({ lang }: Receiver) => lang;

/** Titles and excerpts of others, without what could break a line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const MAX_EXCERPT_CHARACTERS = 200;
const shortExcerpt = (excerpt: string): string =>
  truncateText(oneLine(toListedExcerpt(excerpt)), MAX_EXCERPT_CHARACTERS);

/** What happened, and the path of the page where it did. */
export function describeItem(
  receiver: Receiver,
  item: MailItem,
  root: Root = rootOf(receiver),
): Omit<LetterBlock, 'link' | 'action'> & { path: string } {
  const texts = MAIL_TEXTS[receiver.lang];
  const forum = receiver.lang === 'en' ? item.forumNameEn || item.forumName : item.forumName;
  const isGroupOfThreads = item.kind === 'newThread' && item.events > 1;
  const path = isGroupOfThreads
    ? forumPath(root, item.forumId, { order: 'newest' })
    : item.threadId === null
      ? clientPagePath(root, 'me/messages')
      : item.floor > 0 && item.postId !== null
        ? replyPagePath(root, item.threadId, item.floor, item.postId)
        : threadPath(root, item.threadId);
  const said = isGroupOfThreads
    ? texts.newThreads(forum, item.events)
    : item.kind === 'like' && item.floor === 0
      ? texts.likedThread(item.likes)
      : happenedText(texts, item.kind, item.actor, item.events);
  return {
    lead: said,
    title: isGroupOfThreads ? forum : oneLine(item.subject),
    mark: item.floor > 0 ? texts.floor(item.floor) : '',
    text: shortExcerpt(item.note || item.excerpt),
    path,
  };
}

function itemBlock(context: NoticesContext, receiver: Receiver, item: MailItem): LetterBlock {
  const { path, ...said } = describeItem(receiver, item);
  const isOfModerators = item.category === MESSAGE_CATEGORIES.system && item.act !== '';
  return {
    ...said,
    ...(isOfModerators ? { lead: context.describeAct(receiver.lang, item.act) } : {}),
    link: context.env.SITE_URL + path,
    action: MAIL_TEXTS[receiver.lang].read,
  };
}

const letterBlock = (
  context: LetterContext,
  receiver: Receiver,
  { senderId, nickname, events }: LetterItem,
): LetterBlock => ({
  lead: MAIL_TEXTS[receiver.lang].letter(nickname, events),
  title: '',
  mark: '',
  text: '',
  link: context.env.SITE_URL + lettersPath(rootOf(receiver), senderId),
  action: MAIL_TEXTS[receiver.lang].readLetters,
});

interface Foot {
  reason: string;
  /** What the links below end; the first is that of the header. */
  ends: UnsubscribeKind[];
}

function finish(
  { env, secret, brand }: LetterContext,
  receiver: Receiver,
  subject: string,
  parts: { lead: string; blocks: LetterBlock[]; rest: string; foot: Foot },
): ComposedMail {
  const texts = MAIL_TEXTS[receiver.lang];
  const site = brand[receiver.lang].title;
  const { foot } = parts;
  const links = [
    ...foot.ends.map((kind) => ({
      label: texts.footer.end[kind],
      link: unsubscribeUrl(env, secret, receiver.userId, kind),
    })),
    { label: texts.footer.settings, link: env.SITE_URL + settingsPath(rootOf(receiver)) },
  ];
  const page = {
    lang: receiver.lang,
    site,
    colours: brand.look.colours,
    siteUrl: `${env.SITE_URL}/${rootOf(receiver)}`,
    subject,
    hello: texts.hello(receiver.nickname),
    lead: parts.lead,
    blocks: parts.blocks,
    rest: parts.rest,
    reason: foot.reason,
    links,
  };
  const [first] = foot.ends;
  return {
    subject: `${subject} - ${site}`,
    text: renderText(page),
    html: renderHtml(page),
    headers: first
      ? {
          'List-Id': listId(env, first),
          'List-Unsubscribe': `<${unsubscribeUrl(env, secret, receiver.userId, first)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          Precedence: 'bulk',
        }
      : { 'Auto-Submitted': 'auto-generated' },
  };
}

const siteTitle = ({ brand }: LetterContext, { lang }: Receiver): string => brand[lang].title;

/** One thread about which all of it is; undefined when there are several. */
function commonThread({ items, letters }: MailContents): MailItem | undefined {
  const [first] = items;
  return letters.length === 0 &&
    first?.threadId &&
    items.every((one) => one.threadId === first.threadId)
    ? first
    : undefined;
}

function subjectOf(texts: MailTexts, contents: MailContents, blocks: LetterBlock[]): string {
  const thread = commonThread(contents);
  // Programs put letters together by their subject, too: all about a thread have the same.
  if (thread?.subject) return oneLine(thread.subject);
  const [only] = blocks;
  const count = blocks.length;
  return count === 1 && only ? oneLine(only.lead) : texts.subjects.many(count);
}

/** A letter that tells what happened; undefined when nothing of it is left. */
export function composeNotices(
  context: NoticesContext,
  receiver: Receiver,
  contents: MailContents,
): ComposedMail | undefined {
  const texts = MAIL_TEXTS[receiver.lang];
  const blocks = [
    ...contents.letters.map((one) => letterBlock(context, receiver, one)),
    ...contents.items.map((one) => itemBlock(context, receiver, one)),
  ];
  if (blocks.length === 0) return undefined;
  const kinds = new Set<string>([
    ...(contents.letters.length > 0 ? ['letter'] : []),
    ...contents.items.map(({ kind }) => kind),
  ]);
  const left = blocks.length - MAX_ITEMS;
  const thread = commonThread(contents);
  const mail = finish(context, receiver, subjectOf(texts, contents, blocks), {
    lead: '',
    blocks: blocks.slice(0, MAX_ITEMS),
    rest: left > 0 ? texts.more(left) : '',
    foot: {
      reason: texts.footer.notices(siteTitle(context, receiver)),
      ends: ['notices', ...MAIL_NOTICES.filter((kind: MailNotice) => kinds.has(kind))],
    },
  });
  return thread
    ? { ...mail, references: conversationId(context.env, `thread-${thread.threadId}`) }
    : mail;
}

/** The weekly letter; undefined without anything good. */
export function composeDigest(
  context: LetterContext,
  receiver: Receiver,
  threads: readonly DigestThread[],
): ComposedMail | undefined {
  if (threads.length === 0) return undefined;
  const texts = MAIL_TEXTS[receiver.lang];
  const blocks = threads.map((thread) => ({
    lead: texts.digest.by(
      thread.author,
      receiver.lang === 'en' ? thread.forumNameEn || thread.forumName : thread.forumName,
    ),
    title: oneLine(thread.subject),
    mark: texts.digest.numbers(thread.likes, thread.replies),
    text: shortExcerpt(thread.excerpt),
    link: context.env.SITE_URL + threadPath(rootOf(receiver), thread.id),
    action: texts.read,
  }));
  return {
    ...finish(context, receiver, texts.subjects.digest, {
      lead: texts.digest.lead,
      blocks,
      rest: '',
      foot: { reason: texts.footer.digest(siteTitle(context, receiver)), ends: ['digest'] },
    }),
    references: conversationId(context.env, 'digest'),
  };
}

/** A letter about the account itself, which nobody chose, or of an administrator who tries. */
export function composeAccount(
  context: LetterContext,
  receiver: Receiver,
  kind: 'account' | 'test',
): ComposedMail {
  const texts = MAIL_TEXTS[receiver.lang];
  return finish(context, receiver, texts.subjects[kind], {
    lead: texts[kind],
    blocks: [],
    rest: '',
    foot: { reason: texts.footer.account(siteTitle(context, receiver)), ends: [] },
  });
}
