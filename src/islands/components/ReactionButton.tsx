import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Icon } from './Icon.tsx';

const BUTTONS = {
  like: { 'data-act': 'like', icon: 'like', text: 'thread.helpful' },
  favourite: { 'data-act': 'favourite', icon: 'star', text: 'thread.favourite' },
} as const;

interface Props {
  act: keyof typeof BUTTONS;
  count: number;
  isOn?: boolean;
  /** An icon with its count; screen readers get the text. */
  isCompact?: boolean;
  /** Omitted on published pages, where the loader handles the act. */
  onPress?(): void;
}

/** The like or favourite button of a thread, on published pages and in islands. */
export function ReactionButton({ act, count, isOn = false, isCompact = false, onPress }: Props) {
  const { t, lang } = useTexts();
  const { icon, text, ...control } = BUTTONS[act];
  return (
    <button className="btn" type="button" {...control} aria-pressed={isOn} onClick={onPress}>
      <Icon name={icon} />
      {isCompact ? <span className="vh">{t(text)}</span> : t(text)}{' '}
      <span translate="no">{formatNumber(lang, count)}</span>
    </button>
  );
}
