import { Fragment } from 'react';
import { htmlLang } from '#contracts/language.ts';
import type { Area } from '#contracts/paths.ts';
import { breakablePieces, guessLang } from '#i18n/text-segments.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import type { ConfigCard } from './config-values.ts';
import { SitePreview } from './SitePreview.tsx';

/** A title that breaks between its words, as on both sites. */
function BreakableTitle({ title }: { title: string | undefined }) {
  const { t } = useTexts();
  return breakablePieces(title || t('admin.config.untitled')).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
    <Fragment key={at}>
      {piece}
      <wbr />
    </Fragment>
  ));
}

/** A slide with the markup of views/desktop/Carousel.tsx. */
const DesktopSlide = ({ card }: { card: ConfigCard }) => (
  <>
    <div>
      <p className="over">{card.label}</p>
      <h2>
        <BreakableTitle title={card.title} />
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

/** A slide with the markup of views/phone/Carousel.tsx. */
const PhoneSlide = ({ card }: { card: ConfigCard }) => (
  <a href={card.link || undefined} target="_blank" rel="noreferrer">
    <span className="over">{card.label}</span>
    <b>
      <BreakableTitle title={card.title} />
    </b>
    <span>{card.text}</span>
    {card.img?.url && <img src={card.img.url} width="358" height="156" alt="" />}
  </a>
);

/** The carousel of a site; all cards below each other. */
export function CarouselPreview({ cards, area }: { cards: readonly ConfigCard[]; area: Area }) {
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
export function ActivitiesPreview({ cards }: { cards: readonly ConfigCard[] }) {
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
