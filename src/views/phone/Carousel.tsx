import { Fragment } from 'react';
import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/phone/carousel.css';
import { htmlLang } from '#contracts/language.ts';
import type { CarouselCard } from '#contracts/page-model.ts';
import { breakablePieces, guessLang } from '#i18n/text-segments.ts';

interface Props {
  cards: CarouselCard[];
}

export function Carousel({ cards }: Props) {
  const { t } = useTexts();
  return (
    <section className="carousel" aria-label={t('carousel.label')} aria-roledescription="carousel">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with keys too */}
      <ul tabIndex={0}>
        {cards.map((card, index) => (
          <li
            key={card.title}
            lang={htmlLang(guessLang(card.title))}
            aria-label={t('carousel.item', { n: index + 1, count: cards.length })}
          >
            <a href={card.link}>
              <span className="over">{card.label}</span>
              <b>
                {breakablePieces(card.title).map((piece) => (
                  <Fragment key={piece}>
                    {piece}
                    <wbr />
                  </Fragment>
                ))}
              </b>
              <span>{card.text}</span>
              <img
                src={card.image}
                width="358"
                height="156"
                alt=""
                decoding="async"
                loading={index > 0 ? 'lazy' : undefined}
                fetchPriority={index > 0 ? undefined : 'high'}
              />
            </a>
          </li>
        ))}
      </ul>
      {cards.length > 1 && (
        <span className="ticks" aria-hidden="true">
          {cards.map(({ title }, index) => (
            <i key={title} data-on={index === 0 ? '' : undefined} />
          ))}
        </span>
      )}
    </section>
  );
}
