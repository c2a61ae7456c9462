import en from 'emojibase-data/en/compact.json';
import zh from 'emojibase-data/zh/compact.json';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { pageArea } from '#stores/client/page-info.ts';
import { useTexts } from '../../hooks/use-texts.ts';

interface Emoji {
  sign: string;
  names: { zh: string; en: string };
  /** All its names, in both languages. */
  words: string;
}

/** Emoji in a row, which the arrow keys follow. */
const EMOJI_PER_ROW = 8;
const MAX_SHOWN = 96;
/** Groups of emojibase that hold components (skin, hair), which aren't emoji. */
const PARTS_GROUP = 2;

const chineseByHexcode = new Map(zh.map((one) => [one.hexcode, one]));
const allEmoji: Emoji[] = en
  .filter((one) => one.group !== undefined && one.group !== PARTS_GROUP)
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

/** Finds emoji by their Chinese and English names, whatever the language of the interface. */
export default function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const { t, lang } = useTexts();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => searchEmoji(typed), [typed]);
  // The popup opened before this had loaded. On phones the keyboard would cover the emoji.
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
      ArrowDown: EMOJI_PER_ROW,
      ArrowUp: -EMOJI_PER_ROW,
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
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focusIndex(0);
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (found[0]) onPick(found[0].sign);
        }}
      />
      {/*
       * biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by a legend that is
       * shown
       */}
      <div
        className="emoji"
        ref={grid}
        role="group"
        aria-label={t('composer.emoji')}
        onKeyDown={onKeys}
      >
        {found.map(({ sign, names }, index) => (
          <button
            key={sign}
            type="button"
            tabIndex={index === at ? 0 : -1}
            title={names[lang]}
            aria-label={names[lang]}
            onClick={() => onPick(sign)}
          >
            {sign}
          </button>
        ))}
      </div>
      <p className="meta" role="status">
        {found.length === 0 ? t('composer.emojiNone') : ''}
      </p>
    </div>
  );
}
