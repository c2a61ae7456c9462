import type { ForumPage } from '#contracts/page-model.ts';
import { userPath } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Stats } from '../parts/Stats.tsx';
import { Card } from './Card.tsx';
import { UserLine } from './UserLine.tsx';

interface Props {
  page: ForumPage;
}

export function ForumAside({ page }: Props) {
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
                <UserLine
                  person={person}
                  href={userPath(lang, person.id)}
                  text={person.description}
                />
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
