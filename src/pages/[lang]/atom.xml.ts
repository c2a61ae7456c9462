import { renderAtom } from '#views/feeds.ts';
import { feedRoute } from '../_loaders/feed-route.ts';

export const GET = feedRoute('atom', renderAtom);
