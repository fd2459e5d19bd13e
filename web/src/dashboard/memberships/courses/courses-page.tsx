import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton, Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { api, type Course, type Input } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { AccreditDialog } from '../course/decide-dialogs.tsx';
import { AnyProgramFilter, FilterSet } from '../program-filter.tsx';
import '../council.css';
import { ClearButton, SearchField } from '../search-field.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import { usePages } from '../use-pages.ts';
import { CourseList } from './course-list.tsx';
import './courses.css';
import { May } from '../../may.tsx';
import { NewCourseDialog } from './new-course-dialog.tsx';
import { TEXT } from './text.ts';

const STATUSES = ['proposed', 'accredited', 'closed', 'refused', 'cancelled'] as const;

type CourseFilters = {
  q: string;
  status: Course['status'] | '';
  program: string;
  provider: string;
  organizer: string;
  after: string;
};

export function CoursesPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <May act="createCourse">
      <AddButton label={text.create} onClick={() => setCreating(true)} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Courses key={mode} create={create} />
      {isCreating && <NewCourseDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Courses({ create }: { create: React.ReactNode }) {
  const text = useText(TEXT);
  const { filters, change, clear } = useFilters();
  return (
    <>
      {filters.status === '' && <Waiting onShow={() => change({ status: 'proposed' })} />}
      <Card flush>
        <div className="council-tools">
          <div className="council-search-row">
            <SearchField label={text.search} value={filters.q} onWords={(q) => change({ q })} />
            <ClearButton filters={filters} onClear={clear} />
          </div>
          <Filters filters={filters} onChange={change} />
        </div>
        <Rows filters={filters} create={create} />
      </Card>
    </>
  );
}

/** Proposals come first, because organisers wait for the council's decision. */
function Waiting({ onShow }: { onShow: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['courses', mode, 'waiting'],
    queryFn: () => api.listCourses({ status: 'proposed', limit: 1, mode }),
  });
  const count = data?.pagination.total ?? data?.pagination.total_at_least ?? 0;
  if (count === 0) return null;
  return (
    <Note tone="warn">
      <span className="row row-apart">
        {text.waiting(count)}
        <Button size="small" onClick={onShow}>
          {text.showWaiting}
        </Button>
      </span>
    </Note>
  );
}

type FiltersProps = {
  filters: CourseFilters;
  onChange: (changes: Partial<CourseFilters>) => void;
};

function Filters({ filters, onChange }: FiltersProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const any = { value: '' as const, label: words.anyOne };
  return (
    <FilterSet>
      <Select
        label={text.status}
        value={filters.status}
        options={[any, ...STATUSES.map((value) => ({ value, label: words.courseStatuses[value] }))]}
        onChange={(status) => onChange({ status })}
      />
      <AnyProgramFilter label={text.program} value={filters.program} onChange={onChange} />
      <Field
        label={text.startsAfter}
        type="date"
        required={false}
        value={filters.after}
        onChange={(event) => onChange({ after: event.target.value })}
      />
    </FilterSet>
  );
}

function Rows({ filters, create }: { filters: CourseFilters; create: React.ReactNode }) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [accrediting, setAccrediting] = useState<Course>();
  const asked = toApiQuery(filters);
  const { list, found, total, isExact, loadMore } = usePages(
    ['courses', mode, asked],
    (page) => api.listCourses({ ...asked, ...page, mode }),
    ({ courses }) => courses,
  );
  const empty =
    Object.keys(asked).length > 0 ? (
      <EmptyState
        icon="search"
        title={text.nothingTitle}
        actions={<ButtonLink href="/memberships/courses">{words.clearFilters}</ButtonLink>}
      >
        {text.nothing}
      </EmptyState>
    ) : (
      <EmptyState icon="book" title={text.emptyTitle} actions={create}>
        {text.empty}
      </EmptyState>
    );
  return (
    <Loaded found={found} lines={6} frame="padding" isEmpty={({ length }) => length === 0} empty={empty}>
      {(rows) => (
        <>
          <CourseList rows={rows} total={total} onNearEnd={loadMore} onAccredit={setAccrediting} />
          <p className="council-count" role="status">
            {list.isFetchingNextPage
              ? text.loading
              : text.count(formats.number(rows.length), formats.number(total ?? 0), isExact)}
          </p>
          {accrediting && <AccreditDialog course={accrediting} onClose={() => setAccrediting(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function useFilters() {
  const [params, setParams] = useSearchParams();
  const given = (name: string) => (params.get(name) ?? '').slice(0, 200);
  const filters: CourseFilters = {
    q: given('q'),
    status: STATUSES.find((status) => status === given('status')) ?? '',
    program: /^prg_\w+$/.test(given('program')) ? given('program') : '',
    provider: given('provider'),
    organizer: /^org_\w+$/.test(given('organizer')) ? given('organizer') : '',
    after: /^\d{4}-\d{2}-\d{2}$/.test(given('after')) ? given('after') : '',
  };
  const change = (changes: Partial<CourseFilters>) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  return { filters, change, clear: () => setParams({}) };
}

function toApiQuery({ q, status, program, provider, organizer, after }: CourseFilters): Input<'listCourses'> {
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(program && { program_id: program }),
    ...(provider && { provider }),
    ...(organizer && { organizer_id: organizer }),
    ...(after && { starts_after: after }),
  };
}
