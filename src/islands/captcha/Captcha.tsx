import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $captcha, type Asked } from '#stores/captcha.ts';

/**
 * The captcha, wherever somebody is asked for one. Its dialog is loaded then; a failure of that
 * counts as one of the captcha.
 */
export function Captcha() {
  const asked = useStore($captcha);
  const [Dialog, setDialog] = useState<ComponentType<{ asked: Asked }>>();
  const wanted = asked !== undefined && Dialog === undefined;
  useEffect(() => {
    if (!wanted) return;
    import('./CaptchaDialog.tsx').then(
      (loaded) => setDialog(() => loaded.default),
      (error: unknown) => $captcha.get()?.fail(error),
    );
  }, [wanted]);
  return asked && Dialog ? <Dialog asked={asked} /> : null;
}
