import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Card } from '../../ui/card.tsx';
import type { Me, QuickStart } from '../api.ts';
import { CertifyZone } from '../certificates/certify-zone.tsx';
import { Page } from '../page.tsx';
import { ME, useMe } from '../session.ts';
import { AllowanceCard } from './allowance-card.tsx';
import { CheckList, isAllDone } from './check-list.tsx';
import { KeyCard } from './key-card.tsx';
import { LatestCard } from './latest-card.tsx';
import './quick-start.css';
import { TEXT } from './text.ts';

export function QuickStartPage() {
  const { data: me } = useMe();
  return me ? <QuickStartOf me={me} /> : null;
}

function QuickStartOf({ me: { account, allowance, usage, quick_start: steps } }: { me: Me }) {
  const text = useText(TEXT);
  const isDone = isAllDone(steps);
  const isNew = !Object.values(steps).some(Boolean);
  useFreshSteps(steps);
  return (
    <Page
      title={isNew ? text.welcome(account.name) : text.hello(account.name)}
      intro={isNew ? text.introNew : isDone ? text.introDone : text.introGoOn}
    >
      {!isDone && <CheckList steps={steps} />}
      <div className="quick-start">
        <div className="quick-start-main">
          <KeyCard steps={steps} />
          <AllowanceCard allowance={allowance} monthCertificates={usage.month_certificates} />
        </div>
        <div className="quick-start-side">
          <Card title={text.drop.title} note={text.drop.note}>
            <CertifyZone withDetails={false} />
          </Card>
        </div>
      </div>
      {steps.first_certificate && <LatestCard />}
    </Page>
  );
}

const REFRESH_MS = 3_000;

/** What happens elsewhere, in a terminal or on somebody's phone, ticks the list here. */
function useFreshSteps(steps: QuickStart): void {
  const queries = useQueryClient();
  const isDone = isAllDone(steps);
  useEffect(() => {
    if (isDone) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: ME });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isDone, queries]);
}
