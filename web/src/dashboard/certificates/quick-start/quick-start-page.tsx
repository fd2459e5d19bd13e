import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import type { Me, QuickStart } from '../../own-api.ts';
import { Page } from '../../page.tsx';
import { ME, useMe } from '../../people/session.ts';
import { CertifyZone } from '../upload/certify-zone.tsx';
import { AllowanceCard } from './allowance-card.tsx';
import { CheckList, isAllDone } from './check-list.tsx';
import { CouncilCard } from './council-card.tsx';
import { KeyCard } from './key-card.tsx';
import { LatestCard } from './latest-card.tsx';
import './quick-start.css';
import { useMay } from '../../may.tsx';
import { WaitingNotice } from '../../shell/waiting.tsx';
import { ServiceCard } from './service-card.tsx';
import { TEXT } from './text.ts';

export function QuickStartPage() {
  const { data: me } = useMe();
  return me ? <QuickStartOf me={me} /> : null;
}

function QuickStartOf({ me: { person, allowance, usage, quick_start: steps } }: { me: Me }) {
  const text = useText(TEXT);
  const may = useMay();
  const isNew = !Object.values(steps).some(Boolean);
  // Decided once per visit, so that completing the last step does not move the cards or hide a secret.
  const [isRegular] = useState(() => isAllDone(steps) || !may('createKey'));
  useFreshSteps(steps);

  const keyCard = may('createKey') && <KeyCard steps={steps} />;
  const dropCard = may('createCertificate') && (
    <Card title={text.drop.title} note={text.drop.note}>
      <CertifyZone />
    </Card>
  );
  const councilCard = may('createMember') && <CouncilCard />;
  const latestCard = steps.first_certificate && <LatestCard />;
  const allowanceCard = may('getUsage') && <AllowanceCard allowance={allowance} usage={usage} />;
  if (isRegular) {
    return (
      <Page title={text.hello(person.name)} intro={text.introDone}>
        <WaitingNotice />
        <div className="quick-start">
          <div className="quick-start-column">
            {dropCard}
            {councilCard}
            {latestCard}
          </div>
          <div className="quick-start-column">
            {allowanceCard}
            <ServiceCard />
            {keyCard}
          </div>
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={isNew ? text.welcome(person.name) : text.hello(person.name)}
      intro={isNew ? text.introNew : text.introGoOn}
    >
      <WaitingNotice />
      <CheckList steps={steps} />
      <div className="quick-start">
        <div className="quick-start-column">{keyCard}</div>
        <div className="quick-start-column">
          {dropCard}
          {councilCard}
          {allowanceCard}
          <ServiceCard />
        </div>
      </div>
      {latestCard}
    </Page>
  );
}

const REFRESH_MS = 3_000;

/** Steps are also completed elsewhere, in a terminal or on a phone, so the list polls. */
function useFreshSteps(steps: QuickStart): void {
  const queries = useQueryClient();
  const isDone = isAllDone(steps);
  useEffect(() => {
    if (isDone) return;
    const timer = setInterval(() => {
      // Not while a log-out is running: it ends the session, so this request would fail.
      const isQuiet = document.visibilityState === 'visible' && queries.isMutating() === 0;
      if (isQuiet) void queries.invalidateQueries({ queryKey: ME });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isDone, queries]);
}
