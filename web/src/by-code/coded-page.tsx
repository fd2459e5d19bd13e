/** The frame of pages that people enter with a mailed code: it shows the log-in, or the page behind it. */

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../calls/make-calls.ts';
import { type Language, LocaleProvider } from '../i18n/language.tsx';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { writePreference } from '../ui/preference.ts';
import { Skeleton } from '../ui/skeleton.tsx';

type Words = { otherLanguage: string; otherTag: string; leave: string };

type CodedPageProps<T> = {
  timeZone: string;
  words: Parameters<typeof useText<Words>>[0];
  /** The prefix of the class names in its style sheet. */
  look: 'desk' | 'my';
  /** Whose page it is. */
  head: ReactNode;
  /** Rejects with status 401 until somebody has logged in. */
  read: () => Promise<T>;
  leave: () => Promise<unknown>;
  entrance: (onEntered: () => Promise<void>) => ReactNode;
  inside: (data: T, reload: () => Promise<void>) => ReactNode;
};

export function CodedPage<T>(props: CodedPageProps<T>) {
  const [language, setLanguage] = useState<Language>(document.documentElement.lang === 'en' ? 'en' : 'es');
  const changeLanguage = (next: Language) => {
    writePreference('language', next);
    setLanguage(next);
  };
  return (
    <LocaleProvider language={language} timeZone={props.timeZone} changeLanguage={changeLanguage}>
      <Page {...props} otherLanguage={() => changeLanguage(language === 'es' ? 'en' : 'es')} />
    </LocaleProvider>
  );
}

type Seen<T> = { data: T } | 'stranger' | { error: Error } | undefined;

function Page<T>(props: CodedPageProps<T> & { otherLanguage: () => void }) {
  const { look, head, read, entrance, inside } = props;
  const text = useText(props.words);
  const [seen, setSeen] = useState<Seen<T>>();
  const load = useCallback(async () => {
    try {
      setSeen({ data: await read() });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setSeen('stranger');
      else setSeen({ error: error as Error });
    }
  }, [read]);
  useEffect(() => {
    void load();
  }, [load]);
  const leave = async () => {
    await props.leave();
    setSeen('stranger');
  };
  const isInside = typeof seen === 'object' && 'data' in seen;
  return (
    <>
      <header className={`${look}-top`}>
        {head}
        <Button variant="quiet" size="small" lang={text.otherTag} onClick={props.otherLanguage}>
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
      <main className={`${look}-page`} data-narrow={isInside ? undefined : 'yes'}>
        {seen === undefined && <Skeleton lines={6} />}
        {seen === 'stranger' && entrance(load)}
        {typeof seen === 'object' && 'error' in seen && (
          <ErrorState error={seen.error} onRetry={() => void load()} />
        )}
        {isInside && inside(seen.data, load)}
      </main>
    </>
  );
}
