import en from 'emojibase-data/en/compact.json';
import zh from 'emojibase-data/zh/compact.json';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import { STICKER_NAMES, type StickerName, toStickerAddress } from '#contracts/stickers.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { isComposing } from '../../page/is-composing.ts';

interface Emoji {
  sign: string;
  names: { zh: string; en: string };
  /** All names, in both languages. */
  words: string;
}

/** The number per row, which the arrow keys use. */
const PER_ROW = { emoji: 8, stickers: 6 } as const;
const MAX_SHOWN = 96;
/** The group of emojibase with components (skin, hair), which aren't emoji. */
const PARTS_GROUP = 2;

const chineseByHexcode = new Map(zh.map((one) => [one.hexcode, one]));
const allEmoji: Emoji[] = en
  .filter(({ group }) => group !== undefined && group !== PARTS_GROUP)
  .sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
  .map((one) => {
    const names = { zh: chineseByHexcode.get(one.hexcode)?.label ?? one.label, en: one.label };
    return {
      sign: one.unicode,
      names,
      words: [
        names.zh,
        names.en,
        ...(chineseByHexcode.get(one.hexcode)?.tags ?? []),
        ...(one.tags ?? []),
      ]
        .join(' ')
        .toLowerCase(),
    };
  });

function searchEmoji(typed: string): Emoji[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = allEmoji.filter((one) => words.every((word) => one.words.includes(word)));
  const exact = (one: Emoji) => Number(words.some((word) => one.words.split(' ').includes(word)));
  return (words.length > 0 ? found.sort((one, other) => exact(other) - exact(one)) : found).slice(
    0,
    MAX_SHOWN,
  );
}

interface Choice {
  key: string;
  name: string;
  face: ReactNode;
  pick(): void;
}

type Kind = 'emoji' | 'stickers';

interface Props {
  onPick(emoji: string): void;
  onSticker(name: StickerName): void;
}

const StickerFace = ({ name }: { name: StickerName }) => (
  <img src={toStickerAddress(name)} alt="" width={40} height={40} loading="lazy" />
);

/** The choices of a kind that match a Chinese or English name, in any interface language. */
function useChoices(kind: Kind, typed: string, { onPick, onSticker }: Props): Choice[] {
  const { t, lang } = useTexts();
  const found = useMemo(() => searchEmoji(typed), [typed]);
  if (kind === 'emoji')
    return found.map(({ sign, names }) => ({
      key: sign,
      name: names[lang],
      face: sign,
      pick: () => onPick(sign),
    }));
  const word = typed.trim().toLowerCase();
  return STICKER_NAMES.flatMap((one) => {
    const name = t(`composer.sticker.${one}`);
    if (!`${name} ${one}`.toLowerCase().includes(word)) return [];
    return [{ key: one, name, face: <StickerFace name={one} />, pick: () => onSticker(one) }];
  });
}

export default function EmojiPicker(props: Props) {
  const { t } = useTexts();
  const [kind, setKind] = useState<Kind>('emoji');
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useChoices(kind, typed, props);
  const perRow = PER_ROW[kind];
  // The popup opened before this file had loaded. On phones, the keyboard would cover the emoji.
  useEffect(() => {
    if (pageArea() === 'desktop') field.current?.focus({ preventScroll: true });
  }, []);

  const focusIndex = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setAt(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  };
  const onKeys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
      Home: -MAX_SHOWN,
      End: MAX_SHOWN,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusIndex(at + step);
  };
  return (
    <div className="emojis">
      <div className="kinds-of">
        {(['emoji', 'stickers'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            onClick={() => {
              setKind(one);
              setAt(0);
            }}
          >
            {t(`composer.${one}`)}
          </button>
        ))}
      </div>
      <input
        ref={field}
        type="search"
        aria-label={t('composer.emojiSearch')}
        placeholder={t('composer.emojiSearch')}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focusIndex(0);
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          found[0]?.pick();
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be visible */}
      <div
        className="emoji"
        data-kind={kind}
        ref={grid}
        role="group"
        aria-label={t(`composer.${kind}`)}
        onKeyDown={onKeys}
      >
        {found.map(({ key, name, face, pick }, index) => (
          <button
            key={key}
            type="button"
            tabIndex={index === at ? 0 : -1}
            title={name}
            aria-label={name}
            onClick={pick}
          >
            {face}
          </button>
        ))}
      </div>
      <p className="meta" role="status">
        {found.length === 0 ? t('composer.emojiNone') : ''}
      </p>
    </div>
  );
}
