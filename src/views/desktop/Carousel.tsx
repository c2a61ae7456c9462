import { BreakableTitle } from '#islands/components/BreakableTitle.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/carousel.css';
import { htmlLang } from '#contracts/language.ts';
import type { CarouselCard } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { CardImage, Ticks } from '../parts/carousel-parts.tsx';

export function Carousel({ cards }: { cards: CarouselCard[] }) {
  const { t } = useTexts();
  return (
    <section className="carousel" aria-label={t('carousel.label')} aria-roledescription="carousel">
      <ul>
        {cards.map((card, index) => (
          <li
            key={card.title}
            lang={htmlLang(guessLang(card.title))}
            aria-label={t('carousel.item', { n: index + 1, count: cards.length })}
          >
            <div>
              <p className="over">{card.label}</p>
              <h2>
                <BreakableTitle title={card.title} />
              </h2>
              <p>{card.text}</p>
              <a href={card.link}>
                {card.action}
                <Icon name="arrow" />
              </a>
            </div>
            <CardImage card={card} index={index} width="560" height="304" />
          </li>
        ))}
      </ul>
      {cards.length > 1 && (
        <div className="controls num" data-act="carousel">
          <span className="now">1 / {cards.length}</span>
          <Ticks cards={cards} />
          <button type="button" value="-1" aria-label={t('carousel.previous')}>
            <Icon name="left" />
          </button>
          <button type="button" value="1" aria-label={t('carousel.next')}>
            <Icon name="right" />
          </button>
        </div>
      )}
    </section>
  );
}
