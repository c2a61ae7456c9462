import { useState } from 'react';
import type { Lang } from '#contracts/language.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { moveItem } from '../../thread-form/move-item.ts';
import { useSortable } from '../hooks/use-sortable.ts';
import { CardFields } from './CardFields.tsx';
import { ActivitiesPreview, CarouselPreview } from './CardPreviews.tsx';
import { ConfigPreview, type Device } from './ConfigPreview.tsx';
import type { ConfigCard, ConfigFormProps } from './config-values.ts';

interface Props extends ConfigFormProps {
  kind: 'carousel' | 'activities';
  cards: ConfigCard[];
}

/**
 * As domain/config/read.ts chooses for the page: no language, all, or one that begins so; devices
 * of the carousel alone.
 */
const isShownIn = (card: ConfigCard, lang: Lang, device: Device, kind: Props['kind']): boolean =>
  (!card.language || card.language === 'all' || card.language.toLowerCase().startsWith(lang)) &&
  (kind === 'activities' || card.device === 'all' || (card.device ?? 'pc') === device);

/** The cards of the carousel or of the activities: in their order, each with its own fields. */
export function CardsForm({ kind, cards, set, problems }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState<number>();
  const hasProblems = (index: number) =>
    Object.keys(problems).some((path) => path.startsWith(`cards.${index}.`));
  const setCards = (next: ConfigCard[]) => set({ cards: next });
  const { item, handle } = useSortable(kind, cards.length, (from, to) => {
    setCards(moveItem(cards, from, to));
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
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
              key={index}
              data-row
              {...item(index)}
              data-invalid={hasProblems(index) ? '' : undefined}
            >
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
                {hasProblems(index) && <Icon name="warn" />}
                <button
                  type="button"
                  className="bare"
                  aria-label={t('admin.config.removeCard', {
                    name: card.title || t('admin.config.untitled'),
                  })}
                  onClick={() => setCards(cards.filter((_, one) => one !== index))}
                >
                  <Icon name="trash" />
                </button>
              </div>
              {(open === index || (hasProblems(index) && open === undefined)) && (
                <CardFields
                  kind={kind}
                  card={card}
                  path={`cards.${index}`}
                  problems={problems}
                  onChange={(changes) =>
                    setCards(
                      cards.map((one, other) => (other === index ? { ...one, ...changes } : one)),
                    )
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
              setCards([
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
      <ConfigPreview hasDevices={kind === 'carousel'}>
        {(lang, device) => {
          const shown = cards.filter((card) => isShownIn(card, lang, device, kind));
          if (shown.length === 0) return <p className="meta">{t('admin.config.preview.none')}</p>;
          return kind === 'carousel' ? (
            <CarouselPreview cards={shown} />
          ) : (
            <ActivitiesPreview cards={shown} />
          );
        }}
      </ConfigPreview>
    </div>
  );
}
