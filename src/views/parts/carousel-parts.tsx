import type { CarouselCard } from '#contracts/page-model.ts';

interface ImageProps {
  card: CarouselCard;
  index: number;
  width: string;
  height: string;
}

/** The first loads before all other pictures, the others lazily. */
export const CardImage = ({ card, index, width, height }: ImageProps) => (
  <img
    src={card.image}
    width={width}
    height={height}
    alt=""
    decoding="async"
    loading={index > 0 ? 'lazy' : undefined}
    fetchPriority={index > 0 ? undefined : 'high'}
  />
);

export const Ticks = ({ cards }: { cards: readonly CarouselCard[] }) => (
  <span className="ticks" aria-hidden="true">
    {cards.map(({ title }, index) => (
      <i key={title} data-on={index === 0 ? '' : undefined} />
    ))}
  </span>
);
