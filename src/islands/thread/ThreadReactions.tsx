import type { Reaction } from '#client/thread/reactions.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { useReaction } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  threadId: number;
  /** Icons with their counts; the texts are for screen readers. */
  isCompact?: boolean;
}

const BUTTONS = [
  { act: 'like', icon: 'like', text: 'thread.helpful' },
  { act: 'favourite', icon: 'star', text: 'thread.favourite' },
] as const;

function ReactionButton({
  threadId,
  isCompact = false,
  act,
  icon,
  text,
}: Props & (typeof BUTTONS)[number]) {
  const { t, lang } = useTexts();
  const { on, count, press } = useReaction(`${act}-thread` satisfies Reaction, threadId);
  return (
    <button className="btn" type="button" data-act={act} aria-pressed={on} onClick={press}>
      <Icon name={icon} />
      {isCompact ? <span className="vh">{t(text)}</span> : t(text)}{' '}
      <span translate="no">{formatNumber(lang, count)}</span>
    </button>
  );
}

/** The buttons that like a thread and make it a favourite. */
export const ThreadReactions = (props: Props) =>
  BUTTONS.map((button) => <ReactionButton key={button.act} {...props} {...button} />);
