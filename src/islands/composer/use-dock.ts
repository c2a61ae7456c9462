import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import { $composerDock } from '#client/composer/composer.ts';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/**
 * Docks the composer at the window's foot when it is opened while its place isn't in view, so that
 * the reader keeps theirs (the layout is CSS: [data-docked] in post.css). It returns to its place
 * when the reader reaches that, or when it is closed.
 */
export function useDock(place: HTMLElement, openings: number): boolean {
  const dock = useStore($composerDock);
  const isDocked = dock !== 'place';
  useLayoutEffect(() => {
    const stays = openings === 0 || ($composerDock.get() === 'place' && isInView(place));
    $composerDock.set(stays ? 'place' : 'docked');
  }, [place, openings]);
  useLayoutEffect(() => {
    place.toggleAttribute('data-docked', isDocked);
  }, [place, isDocked]);
  useEffect(() => {
    if (!isDocked) return undefined;
    // while it is docked its lower edge stands below the window's
    const observer = new IntersectionObserver(
      ([seen]) => seen && seen.intersectionRatio === 1 && $composerDock.set('place'),
      { threshold: 1 },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [place, isDocked]);
  return isDocked;
}
