import type { WithheldPostWire, WithheldWhy } from '#contracts/wire/moderating.ts';
import type { ActName, Kind } from '#stores/moderation/acts.ts';
import { mayPerform } from '#stores/moderation/place.ts';
import type { IconName } from '#styles/icons.ts';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { $asking } from './asking.ts';

const ICONS: Record<WithheldWhy, IconName> = {
  deleted: 'trash',
  hidden: 'lock',
  review: 'clock',
  banned: 'user',
  merged: 'arrow',
};
/** What brings it back, or decides what becomes of it. */
const WAYS: Record<WithheldWhy, readonly ActName[]> = {
  deleted: ['restore'],
  hidden: ['restore', 'delete'],
  review: ['approve', 'reject'],
  banned: [],
  merged: ['unmerge'],
};

interface Props {
  why: WithheldWhy;
  by: WithheldPostWire['by'];
  kind: Kind;
  id: number;
}

/**
 * Why others don't see something, who withheld it and for which reason, and what moderators can do
 * about it.
 */
export function Why({ why, by, kind, id }: Props) {
  const { t } = useTexts();
  return (
    <>
      <span className={`why-withheld ${why}`}>
        <Icon name={ICONS[why]} />
        {t(`moderation.why.${why}`)}
      </span>{' '}
      {by && (
        <span className="meta">
          {t('moderation.by', { name: by.nickname })} · <Time at={by.at} />
          {by.reason && ` · ${by.reason}`}
        </span>
      )}{' '}
      <span className="ways">
        {WAYS[why].filter(mayPerform).map((act) => (
          <button
            key={act}
            className="link"
            type="button"
            onClick={() => $asking.set({ order: { act, kind, ids: [id] } })}
          >
            {t(`moderation.act.${act}`)}
          </button>
        ))}
      </span>
    </>
  );
}
