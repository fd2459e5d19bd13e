import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { MembershipDetail, RenewalDetail } from './renewal-detail.tsx';
import { EligibleList, RenewalList } from './renewal-lists.tsx';
import './renewals.css';
import { TEXT } from './text.ts';
import { DECIDED, parseView, TABS, type View } from './view.ts';

export function RenewalsPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const view = parseView(params);
  if (view.renewal || view.membership) {
    return (
      <Page title={text.title}>
        <Link href={`/memberships/renewals?tab=${view.tab}`} className="back-link">
          <Icon name="back" /> {text.back}
        </Link>
        {view.renewal ? (
          <RenewalDetail key={view.renewal} id={view.renewal} />
        ) : (
          <MembershipDetail key={view.membership} id={view.membership} />
        )}
      </Page>
    );
  }
  return (
    <Page title={text.title} intro={text.intro}>
      <Tabs view={view} />
      <Filters view={view} onChange={(changes) => setParams({ ...plain({ ...view, ...changes }) })} />
      <Card flush key={`${mode} ${params}`}>
        {view.tab === 'eligible' ? <EligibleList view={view} /> : <RenewalList view={view} />}
      </Card>
    </Page>
  );
}

function plain(view: View): Record<string, string> {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== ''));
}

/** Links, because each has an address of its own. */
function Tabs({ view }: { view: View }) {
  const text = useText(TEXT);
  return (
    <nav className="tabs-list" aria-label={text.views}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          href={`/memberships/renewals?tab=${tab}`}
          className="tab"
          aria-current={view.tab === tab ? 'page' : undefined}
        >
          {text.tabs[tab]}
        </Link>
      ))}
    </nav>
  );
}

function Filters({ view, onChange }: { view: View; onChange: (changes: Partial<View>) => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['programs', mode],
    queryFn: () => api.listPrograms({ mode, limit: 100 }),
  });
  const programs = data?.programs.filter(({ status }) => status !== 'draft') ?? [];
  if (programs.length < 2 && view.tab !== 'decided') return null;
  return (
    <div className="renewal-filters">
      {programs.length > 1 && (
        <Select
          label={text.program}
          value={view.program}
          options={[
            { value: '', label: text.allPrograms },
            ...programs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(program) => onChange({ program })}
        />
      )}
      {view.tab === 'decided' && (
        <Select
          label={text.status}
          value={view.status}
          options={DECIDED.map((value) => ({ value, label: text.statuses[value] }))}
          onChange={(status) => onChange({ status })}
        />
      )}
    </div>
  );
}
