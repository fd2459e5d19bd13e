import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type Program } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { BasicsCard } from './basics-card.tsx';
import { CarryOverCard } from './carry-over-card.tsx';
import { CategoriesCard } from './categories-card.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { ExampleCard } from './example-card.tsx';
import { type ProgramForm, ProgramFormProvider } from './form-context.tsx';
import { draftOf, type Problems, problemsOf } from './program-draft.ts';
import { ProgramStatus } from './program-status.tsx';
import './programs.css';
import { May, useMay } from '../../may.tsx';
import { ReinstatementCard } from './reinstatement-card.tsx';
import { RequirementsCard } from './requirements-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { TEXT } from './text.ts';
import { VersionsCard } from './versions-card.tsx';

export function ProgramPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['program', mode, id],
    queryFn: () => api.getProgram(id, { mode }),
    // A reload would discard what is being typed.
    refetchOnWindowFocus: false,
  });
  const { data } = found;
  return (
    <Page
      above={
        <Link href="/memberships/programs" className="back-link">
          <Icon name="back" /> {text.title}
        </Link>
      }
      title={data?.program.name ?? text.title}
      intro={data && text.headline(String(data.program.version))}
      actions={data && <ProgramStatus status={data.program.status} />}
    >
      <Loaded found={found} lines={8} frame="card">
        {({ program }) => (
          // After saving, editing continues with the saved program.
          <Editor key={`${program.version} ${program.updated_at}`} program={program} />
        )}
      </Loaded>
    </Page>
  );
}

function Editor({ program }: { program: Program }) {
  const language = useLanguage();
  const mayUpdate = useMay()('updateProgram');
  const isReadOnly = program.status === 'retired' || !mayUpdate;
  const [draft, setDraft] = useState(() => draftOf(program));
  const [refused, setRefused] = useState<Problems>({});
  const form = useMemo<ProgramForm>(() => {
    const change: ProgramForm['change'] = (changes) => {
      setRefused({});
      setDraft((before) => ({ ...before, ...changes }));
    };
    return {
      draft,
      problems: { ...problemsOf(draft, language), ...refused },
      isReadOnly,
      change,
      changeRules: (changes) => change({ rules: { ...draft.rules, ...changes } }),
    };
  }, [draft, refused, language, isReadOnly]);
  return (
    <ProgramFormProvider value={form}>
      <div className="program-editor">
        <div className="stack gap-large">
          <BasicsCard />
          <CategoriesCard />
          <RequirementsCard />
          <CarryOverCard />
          <ReinstatementCard />
          <ChecklistCard />
          <May act="updateProgram">
            <div className="save-bar">
              <SaveBar program={program} onRefused={setRefused} />
            </div>
          </May>
        </div>
        <div className="program-example">
          <ExampleCard />
        </div>
      </div>
      {program.version > 1 && <VersionsCard program={program} />}
    </ProgramFormProvider>
  );
}
