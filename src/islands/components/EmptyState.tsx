import type { ReactNode } from 'react';
import type { TitledGroup } from '#i18n/translation-key.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { DRAWINGS, type DrawingName } from './empty-state-art.ts';

type Texts =
  | { title: string; text: string; of?: never }
  /** The dictionary group that has title and text. */
  | { of: TitledGroup; title?: never; text?: never };

type Props = Texts & { art?: DrawingName | undefined; children?: ReactNode };

/** An empty or failed list, with a title, a text and the next action. */
export function EmptyState({ of, title, text, art = 'sheet', children }: Props) {
  const { t } = useTexts();
  return (
    <div className="state" role={art === 'broken' ? 'alert' : undefined}>
      <svg className="art" viewBox="0 0 120 96" aria-hidden="true">
        {DRAWINGS[art].map(([kind, path]) => (
          <path key={kind} className={kind} d={path} />
        ))}
      </svg>
      <div>
        <h2>{of ? t(`${of}.title`) : title}</h2>
        <p>{of ? t(`${of}.text`) : text}</p>
        {children}
      </div>
    </div>
  );
}
