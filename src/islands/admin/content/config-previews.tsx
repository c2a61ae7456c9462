import type { CSSProperties, ReactNode } from 'react';
import { toBrand } from '#contracts/brand.ts';
import {
  type BrandColours,
  checkContrast,
  STANDARD_TOKENS,
  THEMES,
  type Theme,
  toTokenDeclarations,
} from '#contracts/brand-colours.ts';
import type { ConfigName } from '#contracts/config-entries.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import type { Area } from '#contracts/paths.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { BrandMark } from '../../components/BrandMark.tsx';
import { BreakableTitle } from '../../components/BreakableTitle.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import type { ConfigCard, ConfigValues } from './config-values.ts';
import { SitePreview } from './SitePreview.tsx';

/** Truncated, not rounded: a ratio below the required one must not look sufficient. */
const toRatio = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

function ContrastTable({ colours, theme }: { colours: BrandColours; theme: Theme }) {
  const { t } = useTexts();
  return (
    <dl className="contrast">
      {checkContrast(colours[theme], theme).map(({ name, ratio, min }) => {
        const passes = ratio >= min;
        return (
          <div key={name} className={passes ? undefined : 'low'}>
            <dt>{t(`admin.config.contrast.${name}`)}</dt>
            <dd className="num">
              {t('admin.config.contrast.ratio', { ratio: toRatio(ratio), min })}
            </dd>
            <dd>
              <Icon name={passes ? 'check' : 'warn'} />
              <span>{t(passes ? 'admin.config.contrast.ok' : 'admin.config.contrast.low')}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The brand in both themes, with the contrast of its colour. */
function BrandPreview({ values, lang }: { values: ConfigValues; lang: Lang }) {
  const { t } = useTexts();
  const brand = toBrand({ version: 1, value: values }, '');
  const { vendor, siteName, title, description } = brand[lang];
  const { colours, mark, icp, police, operator } = brand.look;
  const style = (colours ? toTokenDeclarations(colours) : STANDARD_TOKENS) as CSSProperties;
  return (
    <div className="brand-preview">
      {THEMES.map((theme) => (
        <section key={theme} data-theme={theme} style={style} lang={htmlLang(lang)}>
          <h3 className="meta">{t(`admin.config.contrast.${theme}`)}</h3>
          <p className="brand">
            <BrandMark picture={mark} />
            <b>{vendor}</b>
            <span>{siteName}</span>
          </p>
          <p>
            <b>{title}</b>
          </p>
          <p className="meta">{description}</p>
          <p className="row">
            <span className="link">{t('admin.config.contrast.sample')}</span>
            <span className="btn fill">{t('admin.config.contrast.button_text')}</span>
          </p>
          <p className="meta">
            © {operator[lang] || vendor} {icp} {police}
          </p>
          {colours ? (
            <ContrastTable colours={colours} theme={theme} />
          ) : (
            <p className="meta">{t('admin.config.contrast.standard')}</p>
          )}
        </section>
      ))}
    </div>
  );
}

/** A slide with the markup of views/desktop/Carousel.tsx. */
function DesktopSlide({ card }: { card: ConfigCard }) {
  const { t } = useTexts();
  return (
    <>
      <div>
        <p className="over">{card.label}</p>
        <h2>
          <BreakableTitle title={card.title || t('admin.config.untitled')} />
        </h2>
        <p>{card.text}</p>
        {card.action && (
          <a href={card.link || undefined} target="_blank" rel="noreferrer">
            {card.action}
            <Icon name="arrow" />
          </a>
        )}
      </div>
      {card.img?.url && <img src={card.img.url} width="560" height="304" alt="" />}
    </>
  );
}

/** A slide with the markup of views/phone/Carousel.tsx. */
function PhoneSlide({ card }: { card: ConfigCard }) {
  const { t } = useTexts();
  return (
    <a href={card.link || undefined} target="_blank" rel="noreferrer">
      <span className="over">{card.label}</span>
      <b>
        <BreakableTitle title={card.title || t('admin.config.untitled')} />
      </b>
      <span>{card.text}</span>
      {card.img?.url && <img src={card.img.url} width="358" height="156" alt="" />}
    </a>
  );
}

/** The carousel of a site; shows all cards, one below the other. */
function CarouselPreview({ cards, area }: { cards: readonly ConfigCard[]; area: Area }) {
  const Slide = area === 'phone' ? PhoneSlide : DesktopSlide;
  return (
    <SitePreview area={area}>
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
        <section key={index} className="carousel">
          <ul>
            <li lang={htmlLang(guessLang(card.title ?? ''))}>
              <Slide card={card} />
            </li>
          </ul>
        </section>
      ))}
    </SitePreview>
  );
}

/** Activities with the markup and styles of views/desktop/HomeAside.tsx. */
function ActivitiesPreview({ cards }: { cards: readonly ConfigCard[] }) {
  const { t } = useTexts();
  return (
    <ul className="activities">
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
        <li key={index} lang={htmlLang(guessLang(card.title ?? ''))}>
          <a href={card.link || undefined} target="_blank" rel="noreferrer">
            {card.img?.url ? (
              <img src={card.img.url} width="96" height="64" alt="" />
            ) : (
              <span className="thumb" />
            )}
            <span>
              {card.title || t('admin.config.untitled')}
              <span className="meta">{card.text}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/* Previews of the entries that pages show. */

interface PreviewProps {
  values: ConfigValues;
  lang: Lang;
  area: Area;
  /** The edited card; if set, only this one is shown. */
  edited?: ConfigCard | undefined;
}

function NothingShown() {
  const { t } = useTexts();
  return <p className="meta">{t('admin.config.preview.none')}</p>;
}

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

/** The rules of domain/config/read.ts: by language, and by device where cards have one. */
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
    /** The preview differs between the sites. */
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
