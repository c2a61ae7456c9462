import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { RefObject } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { apply, change, type Format } from './format.ts';

const GROUPS = [
  [
    ['heading', 'heading'],
    ['bold', 'bold'],
    ['italic', 'italic'],
  ],
  [
    ['bullets', 'list'],
    ['quote', 'quote'],
    ['code', 'code'],
    ['link', 'link'],
  ],
] as const;

interface Props {
  area: RefObject<HTMLTextAreaElement | null>;
  /** The text is on its way and can't be changed. */
  idle: boolean;
  preview: boolean;
  onPreview(preview: boolean): void;
}

/** The arrow keys go through it; it is one stop for Tab. */
export function Toolbar({ area, idle, preview, onPreview }: Props) {
  const { t } = useTexts();
  const press = (format: Format) => {
    if (area.current) applyFormat(area.current, format, t(`composer.${format}`));
  };
  const button = (format: Format, icon: Parameters<typeof Icon>[0]['name']) => (
    <Base.Button key={format} type="button" disabled={preview || idle} aria-label={t(`composer.${format}`)} title={t(`composer.${format}`)} onClick={() => press(format)}>
      <Icon name={icon} />
    </Base.Button>
  );
  return (
    <Base.Root className="tools" aria-label={t('composer.toolbar')}>
      {GROUPS[0].map(([format, icon]) => button(format, icon))}
      <Base.Separator render={<hr />} />
      {GROUPS[1].map(([format, icon]) => button(format, icon))}
      <Base.Button type="button" className="end" aria-pressed={preview} onClick={() => onPreview(!preview)}>
        {t('composer.preview')}
      </Base.Button>
    </Base.Root>
  );
}

/** Formats what is selected in a textarea; `placeholder` stands where nothing is. */
export function applyFormat(area: HTMLTextAreaElement, format: Format, placeholder: string): void {
  apply(area, change(format, { value: area.value, from: area.selectionStart, to: area.selectionEnd }, placeholder));
}
