import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { links } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { ExportMenu } from '../export-menu.tsx';
import { ProgramFilter } from '../program-filter.tsx';
import { usePrograms } from '../use-programs.ts';
import { type AwardQuery, parseAwardQuery, STATUSES, toApiQuery, toSearch } from './award-query.ts';
import './awards.css';
import { May } from '../../may.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Queue } from './queue.tsx';
import { TEXT } from './text.ts';

export function AwardsPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const query = parseAwardQuery(params);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const change = (changes: Partial<AwardQuery>) => setParams(toSearch({ ...query, ...changes }));
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <May act="decideAwards">
          <Button icon="info" className="queue-keys" onClick={() => setHelpOpen(true)} aria-keyshortcuts="?">
            {text.keys}
          </Button>
        </May>
      }
    >
      <Filters query={query} onChange={change} />
      <Card flush>
        {/* Changing the mode or a filter starts a new queue. */}
        <Queue key={`${mode} ${params}`} query={query} onHelp={() => setHelpOpen(true)} />
      </Card>
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}

function Filters({
  query,
  onChange,
}: {
  query: AwardQuery;
  onChange: (changes: Partial<AwardQuery>) => void;
}) {
  const text = useText(TEXT);
  const programs = usePrograms().programs.filter(({ status }) => status !== 'draft');
  return (
    <fieldset className="queue-filters">
      <legend className="visually-hidden">{text.filters}</legend>
      <Select
        label={text.status}
        value={query.status}
        options={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
        onChange={(status) => onChange({ status })}
      />
      <ProgramFilter
        label={text.program}
        all={text.allPrograms}
        programs={programs}
        value={query.program}
        onChange={onChange}
      />
      {(query.course || query.member) && (
        <Button variant="quiet" icon="close" onClick={() => onChange({ course: '', member: '' })}>
          {query.course ? text.oneCourse : text.oneMember}
        </Button>
      )}
      <ExportMenu
        act="exportAllAwards"
        hrefOf={(form) => links.exportAllAwards({ ...toApiQuery(query), ...form })}
      />
    </fieldset>
  );
}
