import { type ReactNode, useEffect, useRef } from 'react';
import { clientPagePath, type ErrorPageCode, homePath } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  code: ErrorPageCode;
  /** The level of the heading in the page's outline. */
  level?: 1 | 2 | 3;
  /** Replaces the text of the error code. */
  text?: string | undefined;
  children?: ReactNode;
}

/** The error view that replaces an island's content (R2, R18). */
export function ProblemView({ code, level = 3, text, children }: Props) {
  const Heading = `h${level}` as const;
  const { t, root } = useTexts();
  const view = useRef<HTMLDivElement>(null);
  // The previously focused element is unmounted.
  useEffect(() => view.current?.focus(), []);
  return (
    <div className="state" ref={view} tabIndex={-1} role="alert" data-problem={code}>
      <svg className="art" viewBox="0 0 132 106" aria-hidden="true">
        <path className="thin" d="M8 98h116M8 94v8M124 94v8" />
        <path className="dash" d="M20 8h92v78H20z" />
        <path className="red" d="m52 33 28 28m0-28L52 61" />
      </svg>
      <div>
        {level === 1 && (
          <p className="meta">
            {code} · {t(`problem.${code}.label`)}
          </p>
        )}
        <Heading>{t(`problem.${code}.title`)}</Heading>
        <p>{text ?? t(`problem.${code}.text`)}</p>
        <div className="ways">
          {children}
          <a className="btn" href={homePath(root)}>
            {t('problem.home')}
          </a>
          <a className="btn" href={clientPagePath(root, 'search')}>
            {t('search.label')}
          </a>
        </div>
      </div>
    </div>
  );
}
