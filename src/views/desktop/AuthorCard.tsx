import { htmlLang } from '#contracts/language.ts';
import type { AuthorCard as ShownAuthorCard } from '#contracts/page-model.ts';
import { lettersPath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { UserTags } from '../parts/UserTags.tsx';
import { userSummary } from '../parts/user-summary.ts';

export function AuthorCard({ author }: { author: ShownAuthorCard }) {
  const { t, lang } = useTexts();
  const numbers = (['threads', 'replies', 'featured', 'digests'] as const).map((what) => ({
    label: t(`thread.numbers.${what}`),
    value: author[`${what}Cnt`],
  }));
  return (
    <section className="block who" aria-label={t('thread.author')}>
      <a className="person" href={userPath(lang, author.id)}>
        <Avatar person={author} size={56} />
        <span>
          <b className="name" translate="no">
            {author.nickname}
          </b>
          <span className="meta">{userSummary(author, lang, t).join(' · ')}</span>
        </span>
      </a>
      {author.description && (
        <p lang={htmlLang(guessLang(author.description))}>{author.description}</p>
      )}
      <UserTags tags={author.tags} />
      <dl className="num">
        {numbers.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(lang, value)}</dd>
          </div>
        ))}
      </dl>
      <div className="ways">
        <span className="members" data-slot="user" data-id={author.id}>
          <a className="btn" href={lettersPath(lang, author.id)} rel="nofollow">
            {t('user.letter')}
          </a>
        </span>
        <a className="btn" href={userPath(lang, author.id)}>
          {t('thread.authorThreads')}
        </a>
      </div>
    </section>
  );
}
