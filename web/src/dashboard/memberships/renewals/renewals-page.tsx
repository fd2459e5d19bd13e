import { Link, useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { LinkTabs } from '../link-tabs.tsx';
import { ProgramFilter } from '../program-filter.tsx';
import { usePrograms } from '../use-programs.ts';
import { RenewAllButton } from './renew-all.tsx';
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
      <Page
        title={text.title}
        above={
          <Link href={`/memberships/renewals?tab=${view.tab}`} className="back-link">
            <Icon name="back" /> {text.back}
          </Link>
        }
      >
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
      <LinkTabs
        label={text.views}
        tabs={TABS}
        names={text.tabs}
        current={view.tab}
        hrefOf={(tab) => `/memberships/renewals?tab=${tab}`}
      />
      <Filters view={view} onChange={(changes) => setParams({ ...plain({ ...view, ...changes }) })} />
      {view.tab === 'eligible' && (
        <div className="row">
          <RenewAllButton key={`${mode} ${view.program}`} program={view.program} />
          <May act="postMarking">
            <ButtonLink href="/memberships/checklists" icon="upload">
              {text.markings}
            </ButtonLink>
          </May>
        </div>
      )}
      <Card flush key={`${mode} ${params}`}>
        {view.tab === 'eligible' ? <EligibleList view={view} /> : <RenewalList view={view} />}
      </Card>
    </Page>
  );
}

function plain(view: View): Record<string, string> {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== ''));
}

function Filters({ view, onChange }: { view: View; onChange: (changes: Partial<View>) => void }) {
  const text = useText(TEXT);
  const programs = usePrograms().programs.filter(({ status }) => status !== 'draft');
  if (programs.length < 2 && view.tab !== 'decided') return null;
  return (
    <div className="renewal-filters">
      {programs.length > 1 && (
        <ProgramFilter
          label={text.program}
          all={text.allPrograms}
          programs={programs}
          value={view.program}
          onChange={onChange}
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
