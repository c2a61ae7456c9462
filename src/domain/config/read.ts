import type { ConfigName } from '#contracts/config-entries.ts';
import type { Lang } from '#contracts/language.ts';
import type { ActivityCard, CarouselCard, Notice } from '#contracts/page-model.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';

/**
 * Tags of the few pages that follow a brand at once. db/brand.ts updates the others in the
 * background: a tag on every page would invalidate all of them.
 */
export const BRAND_TAGS: readonly string[] = [cacheTag.config('brand')];

export { readBrand as readCurrentBrand } from '#db/brand.ts';

export interface StoredConfig {
  id: number;
  field: string;
  value: unknown;
  version: number;
}

const selectConfigEntries = statement<StoredConfig, { fields: readonly string[] }>(
  `select id, field, value, version from config_entry where field = any(:fields)`,
);

export async function readConfig(db: Db, field: ConfigName): Promise<StoredConfig | undefined> {
  return (await selectConfigEntries(db, { fields: [field] }))[0];
}

interface StoredCard {
  title?: string;
  link?: string;
  language?: string;
  device?: string;
  img?: { url?: string };
  label?: string;
  text?: string;
  action?: string;
}

const parseCards = (value: unknown): StoredCard[] => {
  const list = (value as { cards?: unknown } | undefined)?.cards;
  return Array.isArray(list) ? (list as StoredCard[]) : [];
};

/** A card matches if it names no language, all, or a prefix: "zh" and "zh_CN" match zh (R34). */
const matchesLanguage = (card: StoredCard, lang: Lang): boolean =>
  !card.language || card.language === 'all' || card.language.toLowerCase().startsWith(lang);
const matchesDevice = (card: StoredCard, device: 'pc' | 'phone'): boolean =>
  card.device === 'all' || (card.device ?? 'pc') === device;

export interface Showcase {
  notice?: Notice | undefined;
  carousel: CarouselCard[];
  activities: ActivityCard[];
}

/** Entries shown on the home page, for a language and device. */
export async function readShowcase(db: Db, lang: Lang, device: 'pc' | 'phone'): Promise<Showcase> {
  const entries = new Map(
    (await selectConfigEntries(db, { fields: ['notify', 'carousel', 'activities'] })).map(
      (entry) => [entry.field, entry.value],
    ),
  );
  const notify = (entries.get('notify') ?? {}) as {
    text?: string;
    text_en?: string;
    link?: string;
    level?: string;
  };
  const text = (lang === 'zh' ? notify.text : notify.text_en) ?? '';
  return {
    notice: text
      ? { text, link: notify.link ?? '', level: notify.level === 'warn' ? 'warn' : 'info' }
      : undefined,
    carousel: parseCards(entries.get('carousel'))
      .filter((card) => matchesLanguage(card, lang) && matchesDevice(card, device))
      .map((card) => ({
        title: card.title ?? '',
        link: card.link ?? '',
        image: card.img?.url ?? '',
        label: card.label ?? '',
        text: card.text ?? '',
        action: card.action ?? '',
      })),
    activities: parseCards(entries.get('activities'))
      .filter((card) => matchesLanguage(card, lang))
      .map((card) => ({
        title: card.title ?? '',
        link: card.link ?? '',
        image: card.img?.url ?? '',
        text: card.text ?? '',
      })),
  };
}
