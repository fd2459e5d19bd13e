import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, useLocale } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SealMark } from '../../../ui/seal-mark.tsx';
import { usePageTitle } from '../../page.tsx';
import { useService } from '../../service.ts';
import { serviceName } from '../../service-name.ts';
import { Rosette } from './rosette.tsx';
import { TEXT } from './text.ts';

type SignInFrameProps = { title: string; intro?: ReactNode; children: ReactNode; foot?: ReactNode };

/** The form beside a short introduction of the service; on a phone only the form. */
export function SignInFrame({ title, intro, children, foot }: SignInFrameProps) {
  const text = useText(TEXT);
  const { language, changeLanguage } = useLocale();
  const stamps = useService()?.time_stamps;
  const claim = stamps === undefined ? 'unknown' : stamps.accredited ? 'accredited' : 'notAccredited';
  const otherLanguage = language === 'es' ? 'en' : 'es';
  usePageTitle(title);
  return (
    <div className="sign-in">
      <aside className="sign-in-panel">
        <Rosette />
        <div className="sign-in-claim">
          <SealMark size={56} />
          <p className="sign-in-slogan">{text.claims[claim]}</p>
          <ul>
            {text.points.map((point) => (
              <li key={point}>
                <Icon name="check" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </aside>
      <div className="sign-in-side">
        <header className="sign-in-bar">
          {/* The pages outside the dashboard are separate documents, so this is a plain link and not the router's. */}
          <a className="brand" href={`/?lang=${language}`} title={text.home}>
            <SealMark />
            <span>{serviceName()}</span>
          </a>
          <Button
            variant="quiet"
            size="small"
            icon="globe"
            lang={otherLanguage}
            onClick={() => changeLanguage(otherLanguage)}
          >
            {LANGUAGE_NAMES[otherLanguage]}
          </Button>
        </header>
        <main className="sign-in-form">
          <div>
            <h1>{title}</h1>
            {intro && <p className="page-intro">{intro}</p>}
          </div>
          {children}
          {foot && <p className="muted">{foot}</p>}
        </main>
        <footer className="sign-in-links">
          <a href={`/verify?lang=${language}`}>{text.verify}</a>
          <a href="/docs">{text.docs}</a>
          <a href={`/?lang=${language}`}>{text.home}</a>
        </footer>
      </div>
    </div>
  );
}
