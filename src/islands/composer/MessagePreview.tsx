import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { errorValues } from '#client/core/toasts.ts';
import { Button } from '../components/Button.tsx';
import { FieldProblem } from '../components/FormError.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The preview of a message; the server prepares it as for sending. */
export function MessagePreview({ html, isFirst }: { html: string; isFirst: boolean }) {
  const { t } = useTexts();
  const body = { message: html, is_first: Number(isFirst) };
  const { value, failure, reload } = useQuery(
    html === '' ? undefined : `${isFirst} ${html}`,
    async () => (await call('POST /v1/thread/preview', { body })).data.html,
    { recovers: false },
  );
  const isLoading = value === undefined && !failure;
  if (html === '') return <p className="meta">{t('composer.previewEmpty')}</p>;
  return (
    <div className="preview" aria-busy={isLoading}>
      {isLoading && <p className="meta">{t('common.loading')}</p>}
      {value !== undefined && <UserHtml html={value} />}
      {failure instanceof Failure && (
        <>
          <FieldProblem>
            {t(`error.${failure.code}`, { seconds: 0, ...errorValues(failure) })}
          </FieldProblem>
          <Button onClick={() => reload()}>{t('composer.retry')}</Button>
        </>
      )}
    </div>
  );
}
