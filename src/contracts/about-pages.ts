/** Community texts, linked in footers and their own navigation. */
export const ABOUT_TOPICS = ['guide', 'guidelines', 'privacy', 'open-data', 'reliability'] as const;
/** Parts of the guide, one per role. */
export const GUIDE_PARTS = ['readers', 'moderators', 'administrators', 'operators'] as const;
export type GuidePart = (typeof GUIDE_PARTS)[number];
export type AboutPage = (typeof ABOUT_TOPICS)[number] | `guide/${GuidePart}`;
export const ABOUT_PAGES: readonly AboutPage[] = [
  ...ABOUT_TOPICS,
  ...GUIDE_PARTS.map((part) => `guide/${part}` as const),
];
