import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { AnyProgramFilter, FilterSet } from '../program-filter.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import { MEMBER_SORTS, MEMBER_STATUSES, type MemberFilters, STANDINGS } from './list-query.ts';
import { TEXT } from './text.ts';

type FiltersProps = {
  filters: MemberFilters;
  onChange: (changes: Partial<MemberFilters>) => void;
};

export function Filters({ filters, onChange }: FiltersProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const any = { value: '' as const, label: words.anyOne };
  return (
    <FilterSet>
      <AnyProgramFilter label={text.program} value={filters.program} onChange={onChange} />
      <Select
        label={text.standing}
        value={filters.standing}
        options={[any, ...STANDINGS.map((value) => ({ value, label: words.standings[value] }))]}
        onChange={(standing) => onChange({ standing })}
      />
      <Select
        label={text.met}
        value={filters.met}
        options={[any, { value: 'true', label: text.metTrue }, { value: 'false', label: text.metFalse }]}
        onChange={(met) => onChange({ met })}
      />
      <Select
        label={text.status}
        value={filters.status}
        options={[any, ...MEMBER_STATUSES.map((value) => ({ value, label: words.memberStatuses[value] }))]}
        onChange={(status) => onChange({ status })}
      />
      {/* On a large screen, people sort with the heads of the columns. */}
      <div className="members-order">
        <Select
          label={text.sort}
          value={MEMBER_SORTS.find((column) => filters.sort.endsWith(column)) ?? ''}
          options={[
            { value: '' as const, label: text.sorts.created },
            ...MEMBER_SORTS.map((value) => ({ value, label: text.sorts[value] })),
          ]}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
      <Field
        label={text.endsBefore}
        type="date"
        required={false}
        value={filters.endsBefore}
        onChange={(event) => onChange({ endsBefore: event.target.value })}
      />
    </FilterSet>
  );
}
