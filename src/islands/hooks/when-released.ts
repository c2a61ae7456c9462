let isPressed = false;
const setPressed = ({ type }: Event): void => {
  isPressed = type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  addEventListener(type, setPressed, true);

/**
 * Calls back at once, or after a current press. A message that appears on blur would move the
 * pressed control, which would lose its click.
 */
export function whenReleased(callback: () => void): void {
  if (!isPressed) {
    callback();
    return;
  }
  const controller = new AbortController();
  const finish = (): void => {
    controller.abort();
    setTimeout(callback);
  };
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, finish, { capture: true, signal: controller.signal });
}
