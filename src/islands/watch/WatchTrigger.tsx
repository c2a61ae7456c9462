import type { ComponentProps } from 'react';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

interface Props extends ComponentProps<'button'> {
  kind: WatchKind;
  level: WatchLevel | null | undefined;
}

/** The id of a section's heading, because one page has several sections. */
export const describedBy = (kind: WatchKind, id: number): string | undefined =>
  kind === 'section' ? `section-${id}` : undefined;

/** The button of the menu; pressed while the item is watched. */
export function WatchTrigger({ kind, level, ...rest }: Props) {
  const { t } = useTexts();
  const isMuted = level === 'muted';
  const isWatched = level === 'all' || level === 'threads';
  const name = isMuted
    ? kind === 'user'
      ? 'watch.ignored'
      : 'watch.muted'
    : isWatched
      ? 'watch.watched'
      : 'watch.watch';
  return (
    <button
      type="button"
      className="btn"
      data-act="watch"
      aria-haspopup="menu"
      data-on={isMuted ? 'muted' : isWatched || undefined}
      {...rest}
    >
      <Icon name={isMuted ? 'muted' : 'eye'} />
      <span>{t(name)}</span>
    </button>
  );
}
