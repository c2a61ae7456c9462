import { Fragment } from 'react';
import { htmlLang } from '#contracts/language.ts';
import { breakablePieces, guessLang } from '#i18n/text-segments.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import type { ConfigCard } from './config-values.ts';

/**
 * The carousel with the markup and styles of views/desktop/Carousel.astro; all cards below each
 * other.
 */
export function CarouselPreview({ cards }: { cards: readonly ConfigCard[] }) {
  const { t } = useTexts();
  return (
    <>
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
        <div key={index} className="carousel">
          <ul>
            <li lang={htmlLang(guessLang(card.title ?? ''))}>
              <div>
                <p className="over">{card.label}</p>
                <h2>
                  {breakablePieces(card.title || t('admin.config.untitled')).map((piece, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
                    <Fragment key={at}>
                      {piece}
                      <wbr />
                    </Fragment>
                  ))}
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
            </li>
          </ul>
        </div>
      ))}
    </>
  );
}

/** Activities with the markup and styles of views/desktop/HomeAside.astro. */
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
