// CommonJS, because astro-i18next's loader ignores ES modules without saying so.
const { join } = require('node:path');

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'zh',
  locales: ['zh', 'en'],
  showDefaultLocale: true,
  i18nextServer: {
    fallbackLng: 'zh',
    preload: ['zh', 'en'],
    interpolation: { escapeValue: false }, // Astro and React escape
  },
  // The dictionaries are bundled instead of read from public/ by a path that only the building
  // machine has.
  i18nextServerPlugins: {
    fsBackend: null,
    dictionaries: join(__dirname, 'dictionaries.ts').replaceAll('\\', '/'),
  },
};
