import { useState } from 'react';
import { fieldOf, plainWords } from '../../../../calls/field-of.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { DECIMAL, Field, TextArea } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { type Award, api, type Member } from '../../../api.ts';
import { useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { nextLine } from '../../courses/course-draft.ts';
import { PointLines } from '../../courses/point-lines.tsx';
import { useFourEyes } from '../../four-eyes.tsx';
import { usePrograms } from '../../use-programs.ts';
import { useMemberChange } from '../use-member.ts';
import { type ActivityDraft, EMPTY_ACTIVITY, toActivityAward } from './activity-draft.ts';
import { TEXT } from './text.ts';

/** The fields that the server's refusals can name. */
const JUDGED = ['activity.title', 'completed_on', 'hours', 'evidence[0].url'] as const;
type Judged = (typeof JUDGED)[number];

/** Points for activities without a course: an article, a thesis, teaching. */
export function ActivityDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { activity: text } = useText(TEXT);
  const [mode] = useMode();
  const { programs } = usePrograms();
  const active = programs.filter(({ status }) => status !== 'draft');
  const [draft, setDraft] = useState(EMPTY_ACTIVITY);
  const isFourEyes = useFourEyes();
  const may = useMay();
  const [approve, setApprove] = useState(!isFourEyes && may('approveAward'));
  /** Set if the award was created but its approval failed. */
  const [made, setMade] = useState<Award>();
  // The form starts with one line, because an activity needs points.
  const lines = draft.lines.length > 0 || active.length === 0 ? draft.lines : [nextLine([], active)];
  const save = useMemberChange(
    member.id,
    async () => {
      const award =
        made ?? (await api.createAward(toActivityAward(member.id, { ...draft, lines }), { mode })).award;
      setMade(award);
      if (approve) await api.approveAward(award.id, {}, { mode });
    },
    { say: approve ? text.approved : text.waits, onDone: onClose },
  );
  const wrong = fieldOf(save.error, JUDGED);
  const errorOf = (name: Judged) => (name === wrong ? plainWords(save.error) : undefined);
  return (
    <FormDialog
      roomy
      wide
      title={text.title}
      submit={text.submit}
      change={save}
      hidesError={wrong !== undefined}
      onClose={onClose}
    >
      <p className="muted">{text.intro}</p>
      <ActivityFields
        draft={draft}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={errorOf}
      />
      <PointLines isForOne lines={lines} onChange={(changed) => setDraft({ ...draft, lines: changed })} />
      <EvidenceFields
        draft={draft}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={errorOf}
      />
      {!isFourEyes && may('approveAward') && (
        <Checkbox label={text.approve} hint={text.approveHint} checked={approve} onChange={setApprove} />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  draft: ActivityDraft;
  onChange: (changes: Partial<ActivityDraft>) => void;
  errorOf: (name: Judged) => string | undefined;
};

function ActivityFields({ draft, onChange, errorOf }: FieldsProps) {
  const { activity: text } = useText(TEXT);
  const input = (name: Exclude<keyof ActivityDraft, 'lines'>, label: string, more: object = {}) => (
    <Field
      label={label}
      value={draft[name]}
      autoComplete="off"
      maxLength={200}
      optional
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <div className="stack">
      {input('title', text.name, { optional: false, maxLength: 500, error: errorOf('activity.title') })}
      <div className="council-pair">
        {input('completed_on', text.completed, {
          type: 'date',
          optional: false,
          error: errorOf('completed_on'),
        })}
        {input('hours', text.hours, { ...DECIMAL, error: errorOf('hours') })}
        {input('provider', text.provider)}
        {input('kind', text.kind, { maxLength: 100, hint: text.kindHint })}
      </div>
    </div>
  );
}

function EvidenceFields({ draft, onChange, errorOf }: FieldsProps) {
  const { activity: text } = useText(TEXT);
  return (
    <div className="stack">
      <Field
        label={text.url}
        type="url"
        value={draft.url}
        error={errorOf('evidence[0].url')}
        maxLength={2_000}
        placeholder="https://"
        optional
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <TextArea
        label={text.note}
        value={draft.note}
        rows={2}
        maxLength={2_000}
        optional
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </div>
  );
}
