import type { ReactNode } from 'react';
import {
  type ConfigFields as ConfigFieldDefinitions,
  toEmptyConfigValue,
} from '#contracts/config-entries.ts';
import { pickLang } from '#i18n/localized.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Button } from '../../components/Button.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { Grip, useSortable } from '../hooks/use-sortable.tsx';
import type { ConfigCard, ConfigProblems } from './config-values.ts';

interface Props {
  path: string;
  fields: ConfigFieldDefinitions;
  /** Selects the texts of the buttons that add and delete a card. */
  item?: 'reason' | undefined;
  cards: readonly ConfigCard[];
  problems: ConfigProblems;
  /** The index of the card whose fields are shown. */
  open: number | undefined;
  onOpen(index: number | undefined): void;
  onChange(cards: ConfigCard[]): void;
  children(
    card: ConfigCard,
    prefix: string,
    onCardChange: (changes: ConfigCard) => void,
  ): ReactNode;
}

export function CardsField({
  path,
  fields,
  item,
  cards,
  problems,
  open,
  onOpen,
  onChange,
  children,
}: Props) {
  const { t, lang } = useTexts();
  const titleOf = ({ title = '', title_en }: ConfigCard) =>
    pickLang(lang, title, String(title_en ?? '')) || t('admin.config.untitled');
  const textOf = ({ text = '', text_en }: ConfigCard) =>
    'language' in fields ? '' : pickLang(lang, text, String(text_en ?? ''));
  const hasProblems = (index: number) =>
    Object.keys(problems).some((problemPath) => problemPath.startsWith(`${path}.${index}.`));
  const sort = useSortable(path, cards, (sorted) => {
    onChange(sorted);
    onOpen(undefined);
  });
  return (
    <div>
      <ol className="cards">
        {cards.map((card, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
            key={index}
            data-row
            {...sort.item(index)}
            data-invalid={hasProblems(index) ? '' : undefined}
          >
            <div className="line">
              <Grip sort={sort} index={index} name={titleOf(card)} />
              {'img' in fields && (
                <span className={'device' in fields ? 'thumb small slide' : 'thumb small'}>
                  {card.img?.url ? <img src={card.img.url} alt="" /> : <Icon name="image" />}
                </span>
              )}
              <button
                type="button"
                className="open"
                aria-expanded={open === index}
                onClick={() => onOpen(open === index ? undefined : index)}
              >
                <b lang={foreignLang(lang, titleOf(card))}>{titleOf(card)}</b>
                <span className="meta" lang={foreignLang(lang, textOf(card))}>
                  {'language' in fields
                    ? t(
                        `admin.config.lang.${card.language === 'zh' || card.language === 'en' ? card.language : 'all'}`,
                      )
                    : textOf(card)}
                  {'device' in fields &&
                    ` · ${t(`admin.config.device.${card.device ?? 'pc'}` as TranslationKey)}`}
                </span>
              </button>
              {hasProblems(index) && <Icon name="warn" />}
              <button
                type="button"
                className="bare"
                aria-label={t(item ? 'admin.config.removeReason' : 'admin.config.removeCard', {
                  name: titleOf(card),
                })}
                onClick={() => {
                  onOpen(undefined);
                  onChange(cards.filter((_, one) => one !== index));
                }}
              >
                <Icon name="trash" />
              </button>
            </div>
            {(open === index || (hasProblems(index) && open === undefined)) && (
              <div className="fields">
                {children(card, `${path}.${index}.`, (changes) =>
                  onChange(
                    cards.map((one, other) => (other === index ? { ...one, ...changes } : one)),
                  ),
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {cards.length === 0 && (
        <p className="hint">{t(item ? 'admin.config.noReasons' : 'admin.config.noCards')}</p>
      )}
      <p className="row">
        <Button
          onClick={() => {
            onChange([...cards, toEmptyConfigValue(fields, { isCard: true })]);
            onOpen(cards.length);
          }}
        >
          <Icon name="plus" />
          {t(item ? 'admin.config.addReason' : 'admin.config.addCard')}
        </Button>
      </p>
    </div>
  );
}
