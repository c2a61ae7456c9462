import type { ThreadMarks } from '#contracts/page-model.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import type { AnyIconName } from '#styles/forum-icons.ts';
import { Icon } from './Icon.tsx';

interface Props {
  marks: ThreadMarks;
  t: TFunction;
}

const ICONS = {
  resolved: 'resolved',
  digest: 'star',
  poll: 'chart',
  image: 'image',
  closed: 'lock',
} as const satisfies Partial<Record<keyof ThreadMarks, AnyIconName>>;

export function ThreadFlags({ marks, t }: Props) {
  const shown = (Object.keys(ICONS) as (keyof typeof ICONS)[]).filter((mark) => marks[mark]);
  return shown.map((mark) => (
    <Icon key={mark} name={ICONS[mark]} label={t(`marks.${mark}`)} className={`mk ${mark}`} />
  ));
}
