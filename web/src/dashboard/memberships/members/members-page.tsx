import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { type Answer, api, links, type Mode } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { ClockNote } from '../clocks/clock-choice.tsx';
import { ExportMenu } from '../export-menu.tsx';
import { ClearButton, SearchField } from '../search-field.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import { usePages } from '../use-pages.ts';
import { IdentifierResult } from './identifier-result.tsx';
import {
  identifierIn,
  type MemberFilters,
  parseFilters,
  toApiFilters,
  toApiQuery,
  toSearch,
} from './list-query.ts';
import { Filters } from './member-filters.tsx';
import { MemberList, type MemberRow } from './member-list.tsx';
import '../council.css';
import './members.css';
import { May, useMay } from '../../may.tsx';
import { NewMemberDialog } from './new-member-dialog.tsx';
import { TEXT } from './text.ts';

export function MembersPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <>
      <May act="importMembers">
        <ButtonLink href="/memberships/import" icon="upload">
          {text.import}
        </ButtonLink>
      </May>
      <May act="createMember">
        <AddButton label={text.create} onClick={() => setCreating(true)} />
      </May>
    </>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Members key={mode} create={create} />
      {isCreating && <NewMemberDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Members({ create }: { create: React.ReactNode }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { filters, change, clear } = useFilters();
  const may = useMay();
  const [identifier, setIdentifier] = useState<ReturnType<typeof identifierIn>>();
  const search = (words: string) => {
    const found = identifierIn(words);
    setIdentifier(found);
    // A license number may also be a member number, so the list is searched for it too.
    if (found === undefined || 'professional_license' in found) change({ q: words });
  };
  return (
    <Card flush>
      <div className="council-tools">
        {mode === 'test' && filters.clock !== '' && <ClockNote clockId={filters.clock} />}
        <div className="council-search-row">
          <SearchField label={text.search} value={filters.q} onWords={search} />
          <ClearButton filters={filters} onClear={clear} />
          <ExportMenu
            act="exportAllMembers"
            hrefOf={(form) => links.exportAllMembers({ ...filteredBy(mode, filters), ...form })}
          />
        </div>
        <p className="small muted">{text.searchHint}</p>
        {identifier &&
          (isPersonal(identifier) && !may('members:identify') ? (
            <Note tone="warn">{text.notYours}</Note>
          ) : (
            <IdentifierResult identifier={identifier} />
          ))}
        <Filters filters={filters} onChange={change} />
      </div>
      <Rows mode={mode} filters={filters} onChange={change} create={create} />
    </Card>
  );
}

/** A CURP or RFC, by which only some roles may search. */
function isPersonal(identifier: NonNullable<ReturnType<typeof identifierIn>>): boolean {
  return 'curp' in identifier || 'rfc' in identifier;
}

type RowsProps = {
  mode: Mode;
  filters: MemberFilters;
  onChange: (changes: Partial<MemberFilters>) => void;
  create: React.ReactNode;
};

function Rows({ mode, filters, onChange, create }: RowsProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const asked = toApiQuery(mode === 'test' ? filters : { ...filters, clock: '' });
  const isFiltered = Object.keys(filteredBy(mode, filters)).some((name) => name !== 'clock_id');
  const { list, found, total, isExact, loadMore } = usePages(
    ['members', mode, asked],
    (page) => api.listMembersWithStandings({ ...asked, ...page, mode }),
    toRows,
  );
  return (
    <Loaded
      found={found}
      lines={8}
      frame="padding"
      isEmpty={({ length }) => length === 0}
      empty={<Nobody isFiltered={isFiltered} create={create} />}
    >
      {(rows) => (
        <>
          <MemberList
            rows={rows}
            total={total}
            onNearEnd={loadMore}
            sort={filters.sort}
            onSort={(sort) => onChange({ sort })}
          />
          <p className="council-count" role="status">
            {list.isFetchingNextPage
              ? text.loading
              : text.count(formats.number(rows.length), formats.number(total ?? 0), isExact)}
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Test clocks exist only in test mode. */
function filteredBy(mode: Mode, filters: MemberFilters) {
  return toApiFilters(mode === 'test' ? filters : { ...filters, clock: '' });
}

function Nobody({ isFiltered, create }: { isFiltered: boolean; create: React.ReactNode }) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  return isFiltered ? (
    <EmptyState
      icon="search"
      title={text.nothingTitle}
      actions={<ButtonLink href="/memberships/members">{words.clearFilters}</ButtonLink>}
    >
      {text.nothing}
    </EmptyState>
  ) : (
    <EmptyState icon="people" title={text.emptyTitle} actions={create}>
      {text.empty}
    </EmptyState>
  );
}

function toRows({ members, memberships }: Answer<'listMembersWithStandings'>): readonly MemberRow[] {
  const byMember = Map.groupBy(memberships, ({ member_id }) => member_id);
  return members.map((member) => ({ ...member, memberships: byMember.get(member.id) ?? [] }));
}

function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = parseFilters(params);
  const change = (changes: Partial<MemberFilters>) =>
    setParams(toSearch({ ...filters, ...changes }), { replace: true });
  return { filters, change, clear: () => setParams({}) };
}
