import { mayPerform } from '#client/moderation/moderator-view.ts';
import {
  type PageTargetKind,
  type WithheldReason,
  withheldActions,
} from '#contracts/moderation-actions.ts';
import type { WithheldPostWire } from '#contracts/wire/moderator-view.ts';
import type { IconName } from '#styles/icons.ts';
import { Icon } from '../components/Icon.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { $dialog } from './dialog-store.ts';

const REASON_ICONS: Record<WithheldReason, IconName> = {
  deleted: 'trash',
  hidden: 'muted',
  review: 'clock',
  banned: 'user',
  merged: 'arrow',
};

interface Props {
  why: WithheldReason;
  by: WithheldPostWire['by'];
  kind: PageTargetKind;
  id: number;
}

/** Why and by whom a post is withheld, with the actions for it. */
export function WithheldReasonNote({ why, by, kind, id }: Props) {
  const { t } = useTexts();
  const actions = withheldActions(why).filter((action) => mayPerform(action, kind));
  return (
    <>
      <span className={`why-withheld ${why}`}>
        <Icon name={REASON_ICONS[why]} />
        {t(`moderation.why.${why}`)}
      </span>{' '}
      {by && (
        <span className="meta">
          {t('moderation.by', { name: by.nickname })} · <Time at={by.at} />
          {by.reason && ` · ${by.reason}`}
        </span>
      )}{' '}
      <span className="ways">
        {actions.map((action) => (
          <button
            key={action}
            className="link"
            type="button"
            onClick={() => $dialog.set({ order: { action, kind, ids: [id] } })}
          >
            {t(`moderation.act.${action}`)}
          </button>
        ))}
      </span>
    </>
  );
}
