import type { Lang } from './language.ts';

/* Canned reasons of moderators (R34), an entry of the public configuration. */

export const MAX_CANNED_REASONS = 20;

export interface CannedReason {
  title: string;
  title_en: string;
  /** The text for the author; '' means the title. */
  text: string;
  text_en: string;
}

export const DEFAULT_CANNED_REASONS: readonly CannedReason[] = [
  {
    title: '广告或灌水',
    title_en: 'Advertising or spam',
    text: '请不要发布广告、推广或无意义的内容。',
    text_en: 'Please don’t post advertising, promotion or filler.',
  },
  {
    title: '与主题无关',
    title_en: 'Off topic',
    text: '内容与这个主题无关。如需讨论，请另发主题。',
    text_en: 'This is off topic here. Please start a thread of its own for it.',
  },
  {
    title: '重复内容',
    title_en: 'Duplicate',
    text: '同样的内容已经发布过，请在原来的主题中继续讨论。',
    text_en: 'This was posted before. Please continue in the existing thread.',
  },
  {
    title: '人身攻击',
    title_en: 'Personal attack',
    text: '请对事不对人，不要辱骂或攻击其他成员。',
    text_en: 'Please discuss the matter, not the person. Insults aren’t allowed here.',
  },
  {
    title: '违反法律法规',
    title_en: 'Against the law',
    text: '内容违反法律法规，不能在这里发布。',
    text_en: 'This content is against the law and can’t be published here.',
  },
  {
    title: '泄露个人信息',
    title_en: 'Personal data',
    text: '请不要公布自己或他人的个人信息。',
    text_en: 'Please don’t publish personal data, your own or somebody else’s.',
  },
  {
    title: '发错版块',
    title_en: 'Wrong forum',
    text: '内容更适合其他版块，请发布到对应的版块。',
    text_en: 'This fits another forum better. Please post it there.',
  },
];

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** An empty list for another shape. */
export function parseCannedReasons(value: unknown): CannedReason[] {
  const cards = (value as { cards?: unknown } | null)?.cards;
  if (!Array.isArray(cards)) return [];
  return cards.flatMap((card: Record<string, unknown>) => {
    const title = toText(card.title);
    if (title === '') return [];
    return [
      {
        title,
        title_en: toText(card.title_en),
        text: toText(card.text),
        text_en: toText(card.text_en),
      },
    ];
  });
}

/** Falls back to the other language. */
export const cannedReasonTitle = (reason: CannedReason, lang: Lang): string =>
  (lang === 'en' && reason.title_en) || reason.title;

/** Falls back to the title, then to the other language. */
export const cannedReasonText = (reason: CannedReason, lang: Lang): string =>
  lang === 'en'
    ? reason.text_en || reason.title_en || reason.text || reason.title
    : reason.text || reason.title;
