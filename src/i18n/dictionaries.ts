import type { BackendModule, ReadCallback } from 'i18next';
import enAdmin from '../../public/assets/i18n/en.admin.json' with { type: 'json' };
import en from '../../public/assets/i18n/en.json' with { type: 'json' };
import enModeration from '../../public/assets/i18n/en.moderation.json' with { type: 'json' };
import zhAdmin from '../../public/assets/i18n/zh.admin.json' with { type: 'json' };
import zh from '../../public/assets/i18n/zh.json' with { type: 'json' };
import zhModeration from '../../public/assets/i18n/zh.moderation.json' with { type: 'json' };

/** Texts for moderators and administrators are separate, so that others don't load them. */
export const dictionaries = {
  zh: { ...zh, ...zhModeration, ...zhAdmin },
  en: { ...en, ...enModeration, ...enAdmin },
};
export type Lang = keyof typeof dictionaries;

/** Loads the bundled dictionaries synchronously: i18next is ready when init returns. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language: string, _namespace: string, done: ReadCallback) {
    done(null, dictionaries[language === 'en' ? 'en' : 'zh']);
  },
};
export default backend;
