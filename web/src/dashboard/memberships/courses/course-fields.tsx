import { useText } from '../../../i18n/use-text.ts';
import { DECIMAL, Field, TextArea } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Course } from '../../api.ts';
import { May } from '../../may.tsx';
import { BadgePictureField } from '../look/badge-picture-field.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import type { CourseDraft } from './course-draft.ts';
import { OrganizerSelect } from './organizer-select.tsx';
import { TEXT } from './text.ts';

const MODALITIES: readonly Course['modality'][] = ['in_person', 'online', 'hybrid', 'self_paced'];

export type CourseField = Exclude<keyof CourseDraft, 'lines'>;
type TextField = Exclude<CourseField, 'modality' | 'description' | 'organizer' | 'picture'>;

/** The fields that the server's refusals can name. */
export const COURSE_FIELDS = [
  'title',
  'starts_on',
  'ends_on',
  'hours',
  'claim_until',
  'capacity',
  'code',
  'description',
  'place',
  'badge_image',
] as const;

type FieldsProps = {
  draft: CourseDraft;
  onChange: (changes: Partial<CourseDraft>) => void;
  errorOf: (name: CourseField | 'badge_image') => string | undefined;
  /** All fields by default. */
  only?: readonly CourseField[] | undefined;
};

/** The fields that every course needs. A form shows these first, then the points, then the others. */
export const NEEDED_FIELDS = ['title', 'starts_on', 'ends_on'] as const;
export const FURTHER_FIELDS = [
  ...([
    'organizer',
    'provider',
    'contact',
    'modality',
    'place',
    'hours',
    'code',
    'attendance',
    'score',
  ] as const),
  ...(['capacity', 'claim_until', 'description', 'picture'] as const),
];

export function CourseFields({ draft, onChange, errorOf, only }: FieldsProps) {
  const { form } = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const isShown = (name: CourseField) => only === undefined || only.includes(name);
  const input = (name: TextField, label: string, more: object = {}) =>
    isShown(name) && (
      <Field
        label={label}
        value={draft[name]}
        error={errorOf(name)}
        autoComplete="off"
        maxLength={500}
        optional
        onChange={(event) => onChange({ [name]: event.target.value })}
        {...more}
      />
    );
  return (
    <div className="stack">
      {input('title', form.name, { optional: false })}
      <div className="council-pair">
        {input('starts_on', form.starts, { type: 'date', optional: false })}
        {input('ends_on', form.ends, {
          type: 'date',
          hint: form.endsHint,
          min: draft.starts_on || undefined,
        })}
        {isShown('organizer') && (
          <OrganizerSelect chosen={draft.organizer} onChange={(organizer) => onChange({ organizer })} />
        )}
        {input('provider', form.provider)}
        {input('contact', form.contact)}
        {isShown('modality') && (
          <Select
            label={form.modality}
            value={draft.modality}
            options={MODALITIES.map((value) => ({ value, label: words.modalities[value] }))}
            onChange={(modality) => onChange({ modality })}
          />
        )}
        {input('place', form.place)}
        {input('hours', form.hours, DECIMAL)}
        {input('code', form.code)}
        {input('attendance', form.attendance, { ...DECIMAL, max: '100' })}
        {input('score', form.score, DECIMAL)}
        {input('capacity', form.capacity, { ...DECIMAL, step: '1', min: '1' })}
        {input('claim_until', form.claim, { type: 'date' })}
      </div>
      {isShown('description') && (
        <TextArea
          label={form.description}
          value={draft.description}
          error={errorOf('description')}
          rows={3}
          maxLength={2_000}
          optional
          onChange={(event) => onChange({ description: event.target.value })}
        />
      )}
      {isShown('picture') && (
        <May act="uploadCouncilImage">
          <BadgePictureField
            sha256={draft.picture || null}
            error={errorOf('badge_image')}
            onChange={(picture) => onChange({ picture: picture ?? '' })}
          />
        </May>
      )}
    </div>
  );
}
