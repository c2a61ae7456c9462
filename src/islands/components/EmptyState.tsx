import type { ReactNode } from 'react';
import type { TitledGroup } from '#i18n/translation-key.ts';
import { useTexts } from '../hooks/use-texts.ts';

type Texts =
  | { title: string; text: string; of?: never }
  /** The group that has both. */
  | { of: TitledGroup; title?: never; text?: never };

type Props = Texts & {
  art?: 'sheet' | 'broken';
  /** The next action: a button or a link. */
  children?: ReactNode;
};

/** An empty or failed list, with a title, a text and the next action. */
export function EmptyState({ of, title, text, art = 'sheet', children }: Props) {
  const { t } = useTexts();
  return (
    <div className="state" role={art === 'broken' ? 'alert' : undefined}>
      <svg className="art" viewBox="0 0 120 96" aria-hidden="true">
        {art === 'sheet' ? (
          <>
            <path className="dash" d="M10.5 14.5h80v66h-80z" />
            <path className="thin" d="M22 30h46M22 42h36M22 54h42" />
            <path className="tint" d="M78.5 8.5h30v48l-15-11-15 11z" />
            <path className="blue" d="M78.5 8.5h30v48l-15-11-15 11zM93.5 20v16M85.5 28h16" />
          </>
        ) : (
          <>
            <path className="blue" d="M2 48h42M44.5 37v22M76 48h42M75.5 37v22" />
            <path className="red dash" d="M52 48h17" />
            <path className="red" d="m55 24 5 8 5-8M55 72l5-8 5 8" />
          </>
        )}
      </svg>
      <div>
        <h2>{of ? t(`${of}.title`) : title}</h2>
        <p>{of ? t(`${of}.text`) : text}</p>
        {children}
      </div>
    </div>
  );
}
