import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { MAIL_NOTICES, type MailNotice, type UnsubscribeKind } from '#contracts/mailing.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { isQueueKind } from '#contracts/notifications.ts';
import { lettersPath, settingsPath, threadPath } from '#contracts/paths.ts';
import type { Env } from '#platform/env.ts';
import type { Contents, Item, LetterItem, Receiver } from '../contents.ts';
import { describeItem, forumNameIn, oneLine, rootOf, shortExcerpt } from '../describe-item.ts';
import { deliveryText } from '../texts.ts';
import { conversationId, listId, unsubscribeUrl } from './addresses.ts';
import type { DigestThread } from './digest.ts';
import { MAX_ITEMS } from './gather.ts';
import { type LetterBlock, renderHtml, renderText } from './layout.ts';

/* Emails in their receiver's language. */

export interface ComposeContext {
  env: Env;
  brand: Brand;
  secret: string;
}

export interface NoticesContext extends ComposeContext {
  describeAct: DescribeAct;
}

/** Returns a sentence for a moderator's action, by its name in the action log. */
export type DescribeAct = (lang: Lang, act: string) => string;

/** An email without the addresses and ids that sending adds. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The conversation, for clients that group emails. */
  references?: string;
}

function itemBlock(context: NoticesContext, receiver: Receiver, item: Item): LetterBlock {
  const { path, ...said } = describeItem(receiver, item);
  const isOfModerators = item.category === MESSAGE_CATEGORIES.system && item.act !== '';
  return {
    ...said,
    ...(isOfModerators ? { lead: context.describeAct(receiver.lang, item.act) } : {}),
    link: context.env.SITE_URL + path,
    action: deliveryText(receiver.lang, isQueueKind(item.kind) ? 'openQueue' : 'read'),
  };
}

const letterBlock = (
  context: ComposeContext,
  receiver: Receiver,
  { senderId, nickname, events }: LetterItem,
): LetterBlock => ({
  lead: deliveryText(receiver.lang, 'letter', { who: nickname, count: events }),
  title: '',
  mark: '',
  text: '',
  link: context.env.SITE_URL + lettersPath(rootOf(receiver), senderId),
  action: deliveryText(receiver.lang, 'readLetters'),
});

interface MailParts {
  lead?: string;
  blocks?: LetterBlock[];
  rest?: string;
  /** Why the receiver gets it. */
  reason: 'notices' | 'digest' | 'account';
  /** The kinds of the unsubscribe links; the header has the first. */
  ends?: UnsubscribeKind[];
}

function finish(
  { env, secret, brand }: ComposeContext,
  receiver: Receiver,
  subject: string,
  { lead = '', blocks = [], rest = '', reason, ends = [] }: MailParts,
): ComposedMail {
  const { lang, userId } = receiver;
  const site = brand[lang].title;
  const page = {
    lang,
    site,
    colours: brand.look.colours,
    siteUrl: `${env.SITE_URL}/${rootOf(receiver)}`,
    subject,
    hello: deliveryText(lang, 'hello', { name: receiver.nickname }),
    lead,
    blocks,
    rest,
    reason: deliveryText(lang, `footer.${reason}`, { site }),
    links: [
      ...ends.map((kind) => ({
        label: deliveryText(lang, `footer.end.${kind}`),
        link: unsubscribeUrl(env, secret, userId, kind),
      })),
      {
        label: deliveryText(lang, 'footer.settings'),
        link: env.SITE_URL + settingsPath(rootOf(receiver)),
      },
    ],
  };
  const [first] = ends;
  return {
    subject: `${subject} - ${site}`,
    text: renderText(page),
    html: renderHtml(page),
    headers: first
      ? {
          'List-Id': listId(env, first),
          'List-Unsubscribe': `<${unsubscribeUrl(env, secret, userId, first)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          Precedence: 'bulk',
        }
      : { 'Auto-Submitted': 'auto-generated' },
  };
}

/** The thread of all items; undefined if they have several or none. */
function commonThread({ items, letters }: Contents): Item | undefined {
  const [first] = items;
  return letters.length === 0 &&
    first?.threadId &&
    items.every(({ threadId }) => threadId === first.threadId)
    ? first
    : undefined;
}

function subjectOf(lang: Lang, contents: Contents, blocks: LetterBlock[]): string {
  const thread = commonThread(contents);
  // Clients also group by subject: all emails about a thread have the same.
  if (thread?.subject) return oneLine(thread.subject);
  const [only] = blocks;
  const count = blocks.length;
  return count === 1 && only ? oneLine(only.lead) : deliveryText(lang, 'subjects.many', { count });
}

/** Composes the email about notifications; undefined without any content. */
export function composeNotices(
  context: NoticesContext,
  receiver: Receiver,
  contents: Contents,
): ComposedMail | undefined {
  const { lang } = receiver;
  const blocks = [
    ...contents.letters.map((letter) => letterBlock(context, receiver, letter)),
    ...contents.items.map((one) => itemBlock(context, receiver, one)),
  ];
  if (blocks.length === 0) return undefined;
  const kinds = new Set<string>([
    ...(contents.letters.length > 0 ? ['letter'] : []),
    ...contents.items.map(({ kind }) => kind),
  ]);
  const left = blocks.length - MAX_ITEMS;
  const thread = commonThread(contents);
  const mail = finish(context, receiver, subjectOf(lang, contents, blocks), {
    blocks: blocks.slice(0, MAX_ITEMS),
    rest: left > 0 ? deliveryText(lang, 'more', { count: left }) : '',
    reason: 'notices',
    ends: ['notices', ...MAIL_NOTICES.filter((kind: MailNotice) => kinds.has(kind))],
  });
  return thread
    ? { ...mail, references: conversationId(context.env, `thread-${thread.threadId}`) }
    : mail;
}

const countsOf = (lang: Lang, { likes, replies }: DigestThread): string =>
  [
    ...(likes > 0 ? [deliveryText(lang, 'digest.likes', { count: likes })] : []),
    deliveryText(lang, 'digest.replies', { count: replies }),
  ].join(deliveryText(lang, 'digest.and'));

/** The weekly digest; undefined without threads. */
export function composeDigest(
  context: ComposeContext,
  receiver: Receiver,
  threads: readonly DigestThread[],
): ComposedMail | undefined {
  if (threads.length === 0) return undefined;
  const { lang } = receiver;
  const blocks = threads.map((thread) => ({
    lead: deliveryText(lang, 'digest.by', { who: thread.author, forum: forumNameIn(lang, thread) }),
    title: oneLine(thread.subject),
    mark: countsOf(lang, thread),
    text: shortExcerpt(lang, thread.excerpt),
    link: context.env.SITE_URL + threadPath(rootOf(receiver), thread.id),
    action: deliveryText(lang, 'read'),
  }));
  return {
    ...finish(context, receiver, deliveryText(lang, 'subjects.digest'), {
      lead: deliveryText(lang, 'digest.lead'),
      blocks,
      reason: 'digest',
      ends: ['digest'],
    }),
    references: conversationId(context.env, 'digest'),
  };
}

/** An email about the account, which needs no choice, or an administrator's test email. */
export const composeAccount = (
  context: ComposeContext,
  receiver: Receiver,
  kind: 'account' | 'test',
): ComposedMail =>
  finish(context, receiver, deliveryText(receiver.lang, `subjects.${kind}`), {
    lead: deliveryText(receiver.lang, kind),
    reason: 'account',
  });
