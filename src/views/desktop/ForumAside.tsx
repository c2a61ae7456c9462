import { htmlLang } from '#contracts/language.ts';
import type { ForumPage } from '#contracts/page-model.ts';
import { userPath } from '#contracts/paths.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Stats } from '../parts/Stats.tsx';
import { Card } from './Card.tsx';

export function ForumAside({ page }: { page: ForumPage }) {
  const { t, lang } = useTexts();
  const { forum, moderators } = page;
  return (
    <aside className="aside">
      <Card title={t('forum.numbers')} hint={t('forum.favourites', { count: forum.favouritesCnt })}>
        <Stats
          square
          items={[
            { label: t('forum.threadsToday'), value: forum.todayThreads },
            { label: t('forum.repliesToday'), value: forum.todayReplies },
            { label: t('forum.threads'), value: forum.threadsCnt },
            { label: t('forum.posts'), value: forum.postsCnt },
          ]}
        />
      </Card>
      <Card title={t('forum.moderators')}>
        {moderators.length > 0 ? (
          <ul>
            {moderators.map((person) => (
              <li key={person.id}>
                <a className="person" href={userPath(lang, person.id)}>
                  <Avatar person={person} size={36} />
                  <span>
                    <span className="name" translate="no">
                      {person.nickname}
                    </span>
                    <span
                      className="meta"
                      lang={person.description && htmlLang(guessLang(person.description))}
                    >
                      {person.description}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p className="meta">{t('forum.noModerators')}</p>
        )}
      </Card>
    </aside>
  );
}
