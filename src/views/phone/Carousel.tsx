import { BreakableTitle } from '#islands/components/BreakableTitle.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/phone/carousel.css';
import { htmlLang } from '#contracts/language.ts';
import type { CarouselCard } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { CardImage, Ticks } from '../parts/carousel-parts.tsx';

export function Carousel({ cards }: { cards: CarouselCard[] }) {
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
                <BreakableTitle title={card.title} />
              </b>
              <span>{card.text}</span>
              <CardImage card={card} index={index} width="358" height="156" />
            </a>
          </li>
        ))}
      </ul>
      {cards.length > 1 && <Ticks cards={cards} />}
    </section>
  );
}
