import type { Lang } from '#contracts/language.ts';
import type { UserPage } from '#contracts/page-model.ts';
import { localizedName } from '#i18n/localized.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { userSummary } from './user-summary.ts';

export function userPageTexts({ user, tab, threads, replies }: UserPage, lang: Lang, t: TFunction) {
  const list = tab === 'threads' ? threads : replies;
  // The group's text includes the badge's.
  const [level = '', ...since] = userSummary({ ...user, badge: undefined }, lang, t);
  return {
    title:
      list && list.page > 1
        ? `${user.nickname} · ${t('common.page', { n: list.page })}`
        : user.nickname,
    line: [level, localizedName(lang, user.group)].join(' · '),
    since: since.join(' · '),
    numbers: (['featured', 'digests', 'likes'] as const).map((what) => ({
      label: t(`thread.numbers.${what}`),
      value: user[`${what}Cnt`],
    })),
    counts: { threads: user.threadsCnt, replies: user.repliesCnt },
    list,
    empty:
      tab === 'threads'
        ? { title: t('user.emptyThreads.title'), text: t('user.emptyThreads.text') }
        : { title: t('user.emptyReplies.title'), text: t('user.emptyReplies.text') },
  };
}
