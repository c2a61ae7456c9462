import { useState } from 'react';
import type { Lang } from '#contracts/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { moved, useSortable } from '../ui/sortable.ts';
import { CardFields } from './CardFields.tsx';
import { ActivitiesPreview, CarouselPreview } from './CardPreviews.tsx';
import { type Device, Preview } from './Preview.tsx';
import type { Card, EntryFormProps } from './values.ts';

interface Props extends EntryFormProps {
  kind: 'carousel' | 'activities';
  cards: Card[];
}

/**
 * As domain/config/read.ts chooses for the page: no language, all, or one that begins so; devices
 * of the carousel alone.
 */
const shownIn = (card: Card, lang: Lang, device: Device, kind: Props['kind']): boolean =>
  (!card.language || card.language === 'all' || card.language.toLowerCase().startsWith(lang)) &&
  (kind === 'activities' || card.device === 'all' || (card.device ?? 'pc') === device);

/** The cards of the carousel or of the activities: in their order, each with its own fields. */
export function Cards({ kind, cards, set, problems }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState<number>();
  const wrong = (index: number) =>
    Object.keys(problems).some((path) => path.startsWith(`cards.${index}.`));
  const put = (next: Card[]) => set({ cards: next });
  const { item, handle } = useSortable(kind, cards.length, (from, to) => {
    put(moved(cards, from, to));
    setOpen(undefined);
    requestAnimationFrame(() =>
      document.querySelectorAll<HTMLElement>('.cards .grip')[to]?.focus(),
    );
  });
  return (
    <div className="split wide">
      <div>
        <ol className="cards">
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
            <li key={index} data-row {...item(index)} data-invalid={wrong(index) ? '' : undefined}>
              <div className="line">
                <button
                  type="button"
                  className="grip"
                  {...handle(index)}
                  aria-label={t('admin.sort.handle', {
                    name: card.title || t('admin.config.untitled'),
                    n: index + 1,
                    count: cards.length,
                  })}
                >
                  <Icon name="grip" />
                </button>
                <span className="thumb small">
                  {card.img?.url ? <img src={card.img.url} alt="" /> : <Icon name="image" />}
                </span>
                <button
                  type="button"
                  className="open"
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? undefined : index)}
                >
                  <b>{card.title || t('admin.config.untitled')}</b>
                  <span className="meta">
                    {t(
                      `admin.config.lang.${card.language === 'zh' || card.language === 'en' ? card.language : 'all'}`,
                    )}
                    {kind === 'carousel' && ` · ${t(`admin.config.device.${card.device ?? 'pc'}`)}`}
                  </span>
                </button>
                {wrong(index) && <Icon name="warn" />}
                <button
                  type="button"
                  className="bare"
                  aria-label={t('admin.config.removeCard', {
                    name: card.title || t('admin.config.untitled'),
                  })}
                  onClick={() => put(cards.filter((_, one) => one !== index))}
                >
                  <Icon name="trash" />
                </button>
              </div>
              {(open === index || (wrong(index) && open === undefined)) && (
                <CardFields
                  kind={kind}
                  card={card}
                  at={`cards.${index}`}
                  problems={problems}
                  onChange={(changes) =>
                    put(cards.map((one, other) => (other === index ? { ...one, ...changes } : one)))
                  }
                />
              )}
            </li>
          ))}
        </ol>
        {cards.length === 0 && <p className="hint">{t('admin.config.noCards')}</p>}
        <p className="row">
          <Button
            onClick={() => {
              put([
                ...cards,
                {
                  title: '',
                  link: '',
                  text: '',
                  img: { url: '' },
                  language: 'all',
                  ...(kind === 'carousel' ? { label: '', action: '', device: 'pc' as const } : {}),
                },
              ]);
              setOpen(cards.length);
            }}
          >
            <Icon name="plus" />
            {t('admin.config.addCard')}
          </Button>
        </p>
      </div>
      <Preview devices={kind === 'carousel'}>
        {(lang, device) => {
          const shown = cards.filter((card) => shownIn(card, lang, device, kind));
          if (shown.length === 0) return <p className="meta">{t('admin.config.preview.none')}</p>;
          return kind === 'carousel' ? (
            <CarouselPreview cards={shown} />
          ) : (
            <ActivitiesPreview cards={shown} />
          );
        }}
      </Preview>
    </div>
  );
}
