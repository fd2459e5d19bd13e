import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Program } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { programLink } from '../member-links.ts';
import { NewProgramDialog } from './new-program-dialog.tsx';
import './programs.css';
import { May } from '../../may.tsx';
import { ProgramStatus } from './program-status.tsx';
import { TEXT } from './text.ts';

export function ProgramsPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const found = useQuery({
    queryKey: ['programs', mode],
    queryFn: () => api.listPrograms({ mode, limit: 100 }),
  });
  const openNew = (
    <May act="createProgram">
      <AddButton label={text.newProgram} onClick={() => setParams({ new: '' })} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={openNew}>
      <Card flush>
        <Loaded
          found={found}
          lines={4}
          frame="padding"
          isEmpty={({ programs }) => programs.length === 0}
          empty={
            <EmptyState icon="book" title={text.emptyTitle} actions={openNew}>
              {text.empty}
            </EmptyState>
          }
        >
          {({ programs }) => <ProgramTable programs={programs} />}
        </Loaded>
      </Card>
      {params.has('new') && (
        <May act="createProgram">
          <NewProgramDialog onClose={() => setParams({}, { replace: true })} />
        </May>
      )}
    </Page>
  );
}

function ProgramTable({ programs }: { programs: readonly Program[] }) {
  const text = useText(TEXT);
  const columns: readonly Column<Program>[] = [
    {
      label: text.name,
      cell: ({ id, name }) => (
        <Link href={programLink(id)}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { label: text.statusLabel, cell: ({ status }) => <ProgramStatus status={status} /> },
    { label: text.fields.term_months, kind: 'number', cell: ({ rules }) => rules.term_months },
    { label: text.requirements, kind: 'number', cell: ({ rules }) => rules.requirements.length },
    { label: text.version, kind: 'number', cell: ({ version }) => version },
  ];
  return <Table caption={text.title} columns={columns} rows={programs} rowKey={({ id }) => id} />;
}
