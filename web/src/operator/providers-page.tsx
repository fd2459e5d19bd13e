/** The providers of time stamps, in the order in which they are asked. */

import { useQuery } from '@tanstack/react-query';
import { useNames } from '../dashboard/certificates/names.ts';
import { Page } from '../dashboard/page.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { type Answer, operatorApi } from './api.ts';
import { useAct } from './proof.tsx';
import { OPERATOR_TEXT } from './text.ts';
import { When } from './today-page.tsx';
import { TryNow } from './try-now.tsx';

const PROVIDERS = ['operator', 'providers'] as const;

export function ProvidersPage() {
  const { providers: text } = useText(OPERATOR_TEXT);
  const found = useQuery({ queryKey: PROVIDERS, queryFn: operatorApi.listProviders });
  return (
    <Page title={text.title} intro={text.intro}>
      <Loaded found={found} lines={6} frame="card">
        {({ providers }) =>
          providers.map((provider) => <ProviderCard key={provider.name} provider={provider} />)
        }
      </Loaded>
    </Page>
  );
}

type Provider = Answer<'listProviders'>['providers'][number];

function ProviderCard({ provider }: { provider: Provider }) {
  const { providers: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const names = useNames();
  const test = useAct(() => operatorApi.testProvider(provider.name), { refreshes: [PROVIDERS] });
  const { accredited, accredited_as_configured: expected } = provider;
  return (
    <Card
      title={`${formats.number(provider.order)}. ${names.provider(provider.name)}`}
      actions={
        <>
          <Badge tone={provider.breaker_open ? 'bad' : 'good'}>
            {provider.breaker_open ? text.resting : text.asked}
          </Badge>
          <Badge tone={accredited ? 'good' : 'plain'}>
            {accredited ? text.accredited : text.notAccredited}
          </Badge>
        </>
      }
    >
      <div className="stack">
        {provider.breaker_open && <Note tone="bad">{text.restingNote}</Note>}
        {expected && !accredited && provider.last_token_at !== null && (
          <Note tone="warn">{text.lostAccreditation}</Note>
        )}
        <dl className="op-facts">
          <Fact label={text.lastToken}>
            {provider.last_token_at === null ? text.never : <When at={provider.last_token_at} />}
          </Fact>
          <Fact label={text.stamps}>{formats.number(provider.stamps)}</Fact>
          <Fact label={text.failures}>{formats.number(provider.failures)}</Fact>
          <Fact label={text.clock}>{text.ms(formats.number(Math.round(provider.clock_off_ms)))}</Fact>
          <Fact label={text.configured}>{expected ? text.accredited : text.notAccredited}</Fact>
        </dl>
        <TryNow
          trial={test}
          label={text.test}
          says={({ token_at, ms }) => text.tested(formats.exactTime(token_at), formats.number(ms))}
        />
      </div>
    </Card>
  );
}
