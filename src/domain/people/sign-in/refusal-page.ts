import type { Brand } from '#contracts/brand.ts';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import type { SignInRefusal } from '#contracts/sign-in-events.ts';
import { renderBrandPage } from '../../config/brand-page.ts';

/* The page after a failed login, with the reason and links (R17). */

/** unavailable: the provider can't be reached. */
export type LoginProblem = SignInRefusal | 'unavailable';

/** Whether a retry as the same user would fail; the provider must ask for another account. */
export const needsOtherAccount = (problem: LoginProblem): boolean =>
  problem === 'rank' || problem === 'person';

type Texts = Readonly<Record<LoginProblem, readonly [title: string, text: string]>> &
  Readonly<Record<'again' | 'other' | 'back', string>>;

const TEXTS: Readonly<Record<Lang, Texts>> = {
  zh: {
    attempt: [
      '无法继续这次登录',
      '它可能是在其他浏览器中开始的，或浏览器没有保存 Cookie。请允许本站使用 Cookie，再登录一次。',
    ],
    expired: ['登录已超时', '在登录服务停留超过了 15 分钟。请再登录一次。'],
    used: ['登录链接已使用过', '这个链接只能使用一次，刷新或后退都会打开它。请再登录一次。'],
    clock: [
      '登录服务的时间不一致',
      '登录服务与社区的时间相差超过 2 分钟，无法确认身份。如果一直这样，请联系管理员。',
    ],
    provider: [
      '登录服务没有确认你的身份',
      '登录服务的回复无效。请再登录一次；如果一直这样，请联系管理员。',
    ],
    person: ['没有这个用户', '你选择的用户已不存在。请换一个用户登录。'],
    rank: ['不是管理员', '这个账号没有管理权限。'],
    unavailable: ['暂时无法登录', '登录服务没有响应。请稍后再试。'],
    again: '重新登录',
    other: '换一个账号登录',
    back: '返回社区',
  },
  en: {
    attempt: [
      'This login can’t go on',
      'It was started in another browser, or this browser keeps no cookies. Allow cookies for this site and log in again.',
    ],
    expired: [
      'The login timed out',
      'You were at the login provider for more than 15 minutes. Please log in again.',
    ],
    used: [
      'This login link was already used',
      'It works only once, and reloading or going back opens it again. Please log in again.',
    ],
    clock: [
      'The login provider’s clock is off',
      'It differs from the forum’s by more than 2 minutes, so your identity can’t be confirmed. If this keeps happening, contact an administrator.',
    ],
    provider: [
      'Your identity wasn’t confirmed',
      'The login provider’s response isn’t valid. Please log in again. If this keeps happening, contact an administrator.',
    ],
    person: ['No such user', 'The user you chose no longer exists. Please choose another one.'],
    rank: ['Not an administrator', 'This account has no access to the admin area.'],
    unavailable: [
      'Logging in doesn’t work right now',
      'The login provider isn’t responding. Please try again later.',
    ],
    again: 'Log in again',
    other: 'Log in as someone else',
    back: 'Back to the forum',
  },
};

export interface LoginWays {
  /** Restarts the login with the same destination. */
  again: string;
  /** The forum as a visitor. */
  back: string;
}

export function renderRefusalPage(
  brand: Brand,
  lang: Lang,
  problem: LoginProblem,
  { again, back }: LoginWays,
): string {
  const texts = TEXTS[lang];
  const [title, text] = texts[problem];
  const action = needsOtherAccount(problem) ? texts.other : texts.again;
  return renderBrandPage(brand, lang, {
    title,
    body: `<p>${escapeHtml(text)}</p>
<p class="act"><a class="button" href="${escapeAttribute(again)}">${escapeHtml(action)}</a></p>
<p><a href="${escapeAttribute(back)}">${escapeHtml(texts.back)}</a></p>`,
  });
}
