import type { ClientPage } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  clientPage: ClientPage;
  className?: string;
}

/** The slot of a client page, with placeholders until its island renders. */
export function ClientPageSlot({ clientPage, className }: Props) {
  const { t } = useTexts();
  return (
    <div className={className} data-slot="client-page" data-client-page={clientPage}>
      <p className="unscripted">{t('clientPage.noScript')}</p>
      <div className="bones" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((bone) => (
          <div key={bone}>
            <i></i>
            <span>
              <b></b>
              <b></b>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
