import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $captcha, type CaptchaPrompt } from '#client/captcha/captcha-prompt.ts';

/** The captcha of every page. A dialog that can't be loaded counts as a failed captcha. */
export function Captcha() {
  const request = useStore($captcha);
  const [Dialog, setDialog] = useState<ComponentType<{ asked: CaptchaPrompt }>>();
  const isWanted = request !== undefined && Dialog === undefined;
  useEffect(() => {
    if (!isWanted) return;
    import('./CaptchaDialog.tsx').then(
      (loaded) => setDialog(() => loaded.default),
      (error: unknown) => $captcha.get()?.fail(error),
    );
  }, [isWanted]);
  return request && Dialog ? <Dialog asked={request} /> : null;
}
