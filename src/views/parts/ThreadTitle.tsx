import { Fragment } from 'react';
import { htmlLang, langOf } from '#contracts/language.ts';
import type { ThreadPage } from '#contracts/page-model.ts';
import { breakablePieces } from '#i18n/text-segments.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  thread: Pick<ThreadPage['thread'], 'subject' | 'language'>;
}

export function ThreadTitle({ thread }: Props) {
  const { t, lang } = useTexts();
  // Hidden threads show nothing of their author.
  const hidden = thread.subject === '';
  const written = hidden ? lang : langOf(thread.language);
  return (
    <h1 lang={htmlLang(written)}>
      {breakablePieces(hidden ? t('own.withheld.hidden') : thread.subject).map((piece, index) => (
        <Fragment key={piece}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </h1>
  );
}
