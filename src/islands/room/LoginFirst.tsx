import { loginAddress } from '#stores/page.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';

/** In place of what only somebody who is logged in has. */
export function LoginFirst() {
  const { t } = useTexts();
  return (
    <State title={t('room.login.title')} text={t('room.login.text')}>
      <a className="btn fill" href={loginAddress()} rel="nofollow">
        {t('room.login.action')}
      </a>
    </State>
  );
}
