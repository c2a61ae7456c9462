import '#styles/activities.css';
import { htmlLang } from '#contracts/language.ts';
import type { ActivityCard } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';

export function Activities({ activities }: { activities: ActivityCard[] }) {
  return (
    <ul className="activities">
      {activities.map((activity) => (
        <li key={activity.title} lang={htmlLang(guessLang(activity.title))}>
          <a href={activity.link}>
            <img
              src={activity.image}
              width="96"
              height="64"
              alt=""
              loading="lazy"
              decoding="async"
            />
            <span>
              {activity.title}
              <span className="meta">{activity.text}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
