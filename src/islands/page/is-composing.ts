type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/**
 * Whether an input method handles a key. Safari ends the composition before the confirming key,
 * which has this code.
 */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}
