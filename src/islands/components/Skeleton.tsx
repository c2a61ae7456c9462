import { useTexts } from '../hooks/use-texts.ts';

/** The placeholder of a loading list. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useTexts();
  return (
    <>
      <p className="vh" role="status">
        {t('common.loading')}
      </p>
      <div className="bones" aria-hidden="true">
        {Array.from(Array(rows).keys(), (row) => (
          <div key={row}>
            <i />
            <span>
              <b />
              <b />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
