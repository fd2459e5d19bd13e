/** An organiser's desk: the entrance, or what is behind it. */

import { useCallback, useEffect, useState } from 'react';
import { type Language, LocaleProvider } from '../i18n/language.tsx';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { writePreference } from '../ui/preference.ts';
import { SealMark } from '../ui/seal-mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ApiError, api, type Desk, readPlace } from './api.ts';
import { Entrance } from './entrance.tsx';
import { Inside } from './inside.tsx';
import { TEXT } from './text.ts';

const PLACE = readPlace();

export function App() {
  const [language, setLanguage] = useState<Language>(document.documentElement.lang === 'en' ? 'en' : 'es');
  const changeLanguage = (next: Language) => {
    writePreference('language', next);
    setLanguage(next);
  };
  return (
    <LocaleProvider language={language} timeZone={PLACE.timeZone} changeLanguage={changeLanguage}>
      <Page otherLanguage={() => changeLanguage(language === 'es' ? 'en' : 'es')} />
    </LocaleProvider>
  );
}

type Seen = { desk: Desk } | 'stranger' | { error: Error } | undefined;

function Page({ otherLanguage }: { otherLanguage: () => void }) {
  const text = useText(TEXT);
  const [seen, setSeen] = useState<Seen>();
  const load = useCallback(async () => {
    try {
      setSeen({ desk: await api.getDesk() });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setSeen('stranger');
      else setSeen({ error: error as Error });
    }
  }, []);
  useEffect(() => {
    void load();
  }, [load]);
  const leave = async () => {
    await api.leaveDesk();
    setSeen('stranger');
  };
  const isInside = typeof seen === 'object' && 'desk' in seen;
  return (
    <>
      <header className="desk-top">
        <SealMark />
        <p className="desk-council">
          <bdi>{PLACE.council}</bdi>
          <span className="small muted">{text.desk}</span>
        </p>
        <Button variant="quiet" size="small" lang={text.otherTag} onClick={otherLanguage}>
          {text.otherLanguage}
        </Button>
        {isInside && (
          <Button
            variant="quiet"
            size="small"
            icon="logout"
            aria-label={text.leave}
            onClick={() => void leave()}
          />
        )}
      </header>
      <main className="desk-page" data-narrow={isInside ? undefined : 'yes'}>
        {seen === undefined && <Skeleton lines={6} />}
        {seen === 'stranger' && <Entrance place={PLACE} onEntered={load} />}
        {typeof seen === 'object' && 'error' in seen && (
          <ErrorState error={seen.error} onRetry={() => void load()} />
        )}
        {isInside && <Inside desk={seen.desk} />}
      </main>
    </>
  );
}
