import type { ReactNode } from 'react';
import type { ConfigName } from '#contracts/config-entries.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import type { Area } from '#contracts/paths.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { ActivitiesPreview, CarouselPreview } from './CardPreviews.tsx';
import type { ConfigCard, ConfigValues } from './config-values.ts';

/* Previews of the entries that pages show; the others have none. */

interface PreviewProps {
  values: ConfigValues;
  lang: Lang;
  area: Area;
  /** The card that is being edited, which is shown alone then. */
  edited?: ConfigCard | undefined;
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
  const { t, lang } = useTexts();
  const suffix = String(values.title_suffix ?? '');
  const title = [...t('admin.config.weixin.sample')]
    .slice(0, Number(values.title_max_length) || 30)
    .join('');
  return (
    <div className="share">
      <span>
        <b>
          {title}
          <span lang={foreignLang(lang, suffix)}>{suffix}</span>
        </b>
        <span className="meta">{t('admin.config.weixin.text')}</span>
      </span>
      <span className="thumb">
        {values.default_img !== '' && <img src={String(values.default_img)} alt="" />}
      </span>
    </div>
  );
}

/** Devices of cards by the site that shows them, as domain/config/read.ts decides. */
const AREA_DEVICES: Readonly<Record<Area, string>> = { desktop: 'pc', phone: 'phone' };

/**
 * Whether a card is shown, as domain/config/read.ts decides: by its language, and by its device
 * where cards have one.
 */
const isShownIn = (card: ConfigCard, lang: Lang, area: Area, hasAreas: boolean): boolean =>
  (!card.language || card.language === 'all' || card.language.toLowerCase().startsWith(lang)) &&
  (!hasAreas || card.device === 'all' || (card.device ?? 'pc') === AREA_DEVICES[area]);

const toCardsPreview =
  (Cards: (props: { cards: readonly ConfigCard[]; area: Area }) => ReactNode, hasAreas: boolean) =>
  ({ values, lang, area, edited }: PreviewProps) => {
    const { t } = useTexts();
    const cards = edited ? [edited] : ((values.cards ?? []) as ConfigCard[]);
    const shown = cards.filter((card) => isShownIn(card, lang, area, hasAreas));
    if (shown.length > 0) return <Cards cards={shown} area={area} />;
    return edited ? (
      <p className="meta">{t('admin.config.preview.elsewhere')}</p>
    ) : (
      <NothingShown />
    );
  };

export const CONFIG_PREVIEWS: {
  readonly [Name in ConfigName]?: {
    Preview(props: PreviewProps): ReactNode;
    /** Whether what is shown differs between the sites. */
    hasAreas?: boolean;
    /** The preview is wider than the fields. */
    isWide?: boolean;
  };
} = {
  notify: { Preview: NoticePreview },
  carousel: { Preview: toCardsPreview(CarouselPreview, true), hasAreas: true, isWide: true },
  activities: { Preview: toCardsPreview(ActivitiesPreview, false), isWide: true },
  weixin_share: { Preview: WeixinSharePreview },
  brand: { Preview: BrandPreview, isWide: true },
};
