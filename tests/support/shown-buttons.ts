import type { Locator } from 'playwright';

/** Buttons of a part of a page that are partly outside of the window or covered. */
export const hiddenButtons = (part: Locator): Promise<string[]> =>
  part.evaluate((element) =>
    [...element.querySelectorAll('button')].flatMap((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      const corners = [
        [left + 4, top + 4],
        [right - 4, bottom - 4],
      ] as const;
      const isShown = corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
      return isShown ? [] : [button.textContent];
    }),
  );
