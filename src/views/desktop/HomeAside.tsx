import { Fragment } from 'react';
import '#styles/desktop/home-aside.css';
import type { HomePage } from '#contracts/page-model.ts';
import { forumPath, forumsPath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { ForumIcon } from '#islands/components/ForumIcon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Activities } from '../parts/Activities.tsx';
import { Stats } from '../parts/Stats.tsx';
import { Card } from './Card.tsx';

/** They fit next to the list; larger communities show some forums of each section. */
const MAX_FORUMS = 10;
const SHOWN = 3;

export function HomeAside({ page }: { page: HomePage }) {
  const { t, lang } = useTexts();
  const { sections, activities, helpers, numbers } = page;
  const count = sections.reduce((sum, section) => sum + section.forums.length, 0);
  const shown = count > MAX_FORUMS ? SHOWN : count;
  return (
    <aside className="aside home">
      {count > 0 && (
        <Card
          title={t('home.forums')}
          hint={t('home.allForums', { count })}
          href={forumsPath(lang)}
        >
          {sections.map((section) => (
            <Fragment key={section.id}>
              <h3>{localizedName(lang, section)}</h3>
              <ul>
                {section.forums.slice(0, shown).map((forum) => (
                  <li key={forum.id}>
                    <a href={forumPath(lang, forum.id)}>
                      <ForumIcon icon={forum.icon} />
                      <span>{localizedName(lang, forum)}</span>
                      <span className="meta num">
                        {t('home.today', { n: forum.todayThreads + forum.todayReplies })}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </Card>
      )}

      {activities.length > 0 && (
        <Card title={t('home.activities')} id="activities">
          <Activities activities={activities} />
        </Card>
      )}

      {helpers.length > 0 && (
        <Card title={t('home.helpers')} hint={t('home.helpersHint')}>
          <ol className="helpers num">
            {helpers.map(({ person, count: featured }, index) => (
              <li key={person.id}>
                <a href={userPath(lang, person.id)}>
                  <b>{index + 1}</b>
                  <Avatar person={person} size={28} />
                  <span className="name" translate="no">
                    {person.nickname}
                  </span>
                  <span className="meta">{formatNumber(lang, featured)}</span>
                </a>
              </li>
            ))}
          </ol>
        </Card>
      )}

      <Card title={t('home.numbers')}>
        <Stats
          square
          items={[
            { label: t('home.newThreads'), value: numbers.threadsToday },
            { label: t('home.newReplies'), value: numbers.repliesToday },
            { label: t('home.threads'), value: numbers.threads },
            { label: t('home.members'), value: numbers.members },
          ]}
        />
      </Card>
    </aside>
  );
}
