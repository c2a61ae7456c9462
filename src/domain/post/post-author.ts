import type { Viewer } from '../viewer.ts';

export interface PostAuthor extends Viewer {
  ip: string;
}
