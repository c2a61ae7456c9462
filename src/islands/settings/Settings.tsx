import { type ReactNode, useId } from 'react';
import { readSettings } from '#stores/settings.ts';
import styles from '../../styles/settings.css?url';
import { Bones } from '../ui/Bones.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { Language } from './Language.tsx';
import { Logins } from './Logins.tsx';
import { Notices } from './Notices.tsx';
import { Portrait } from './Portrait.tsx';
import { Profile } from './Profile.tsx';
import { Tokens } from './Tokens.tsx';

function Sheet({
  name,
  children,
}: {
  name: 'profile' | 'language' | 'notices' | 'tokens' | 'logins';
  children: ReactNode;
}) {
  const { t } = useTexts();
  const id = useId();
  return (
    <section className="settings-part" id={name} aria-labelledby={id}>
      <div>
        <h2 id={id}>{t(`settings.${name}.title`)}</h2>
        <p>{t(`settings.${name}.text`)}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

/** What members set for themselves; each part is saved by itself, and says so in its place. */
export default function Settings() {
  const { value, failure, again, change } = useLoaded('settings', readSettings);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="room" />
      {failure && <Trouble failure={failure} onAgain={again} />}
      {!value && !failure && <Bones />}
      {value && (
        <>
          <Sheet name="profile">
            <Portrait settings={value} onSaved={(now) => change(() => now)} />
            <Profile settings={value} onSaved={(now) => change(() => now)} />
          </Sheet>
          <Sheet name="language">
            <Language settings={value} />
          </Sheet>
          <Sheet name="notices">
            <Notices settings={value} onSaved={(now) => change(() => now)} />
          </Sheet>
          <Sheet name="tokens">
            <Tokens moderator={value.may_moderate} freshUntil={value.fresh_until} />
          </Sheet>
          <Sheet name="logins">
            <Logins />
          </Sheet>
        </>
      )}
    </>
  );
}
