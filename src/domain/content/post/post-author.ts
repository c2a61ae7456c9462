import type { Viewer } from '../../shared/viewer.ts';

export interface PostAuthor extends Viewer {
  ip: string;
}
