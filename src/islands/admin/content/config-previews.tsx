import type { ReactNode } from 'react';
import type { ConfigName } from '#contracts/config-entries.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ActivitiesPreview, CarouselPreview } from './CardPreviews.tsx';
import type { Device } from './ConfigPreview.tsx';
import type { ConfigCard, ConfigValues } from './config-values.ts';

/* Previews of the entries that pages show; the others have none. */

interface PreviewProps {
  values: ConfigValues;
  lang: Lang;
  device: Device;
}

function NothingShown() {
  const { t } = useTexts();
  return <p className="meta">{t('admin.config.preview.none')}</p>;
}

/** The notice above every page. */
function NoticePreview({ values, lang }: PreviewProps) {
  const { t } = useTexts();
  const isWarning = values.level === 'warn';
  const text = String((lang === 'zh' ? values.text : values.text_en) ?? '').trim();
  if (!text) return <NothingShown />;
  return (
    <div className={`notice ${isWarning ? 'warn' : 'info'}`} lang={htmlLang(lang)}>
      <div className="wrap">
        <Icon name={isWarning ? 'warn' : 'horn'} />
        <p>
          {text} {values.link !== '' && <span className="link">{t('notice.more')}</span>}
        </p>
        <Icon name="close" />
      </div>
    </div>
  );
}

/** The preview of a page that is shared in WeChat. */
function WeixinSharePreview({ values }: PreviewProps) {
  const { t } = useTexts();
  const title = [...t('admin.config.weixin.sample')]
    .slice(0, Number(values.title_max_length) || 30)
    .join('');
  return (
    <div className="share">
      <span>
        <b>
          {title}
          {String(values.title_suffix ?? '')}
        </b>
        <span className="meta">{t('admin.config.weixin.text')}</span>
      </span>
      <span className="thumb">
        {values.default_img !== '' && <img src={String(values.default_img)} alt="" />}
      </span>
    </div>
  );
}

/**
 * Whether a card is shown, as domain/config/read.ts decides: by its language, and by its device
 * where cards have one.
 */
const isShownIn = (card: ConfigCard, lang: Lang, device: Device, hasDevices: boolean): boolean =>
  (!card.language || card.language === 'all' || card.language.toLowerCase().startsWith(lang)) &&
  (!hasDevices || card.device === 'all' || (card.device ?? 'pc') === device);

const toCardsPreview =
  (Cards: (props: { cards: readonly ConfigCard[] }) => ReactNode, hasDevices: boolean) =>
  ({ values, lang, device }: PreviewProps) => {
    const shown = ((values.cards ?? []) as ConfigCard[]).filter((card) =>
      isShownIn(card, lang, device, hasDevices),
    );
    return shown.length > 0 ? <Cards cards={shown} /> : <NothingShown />;
  };

export const CONFIG_PREVIEWS: {
  readonly [Name in ConfigName]?: {
    Preview(props: PreviewProps): ReactNode;
    /** Whether what is shown differs by device. */
    hasDevices?: boolean;
    /** The preview is wider than the fields. */
    isWide?: boolean;
  };
} = {
  notify: { Preview: NoticePreview },
  carousel: { Preview: toCardsPreview(CarouselPreview, true), hasDevices: true, isWide: true },
  activities: { Preview: toCardsPreview(ActivitiesPreview, false), isWide: true },
  weixin_share: { Preview: WeixinSharePreview },
};
