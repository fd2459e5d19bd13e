import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { BECAUSE, countsWords } from '../because.ts';
import { ExampleResult } from './example-result.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { leavesOf, tracksOf } from './program-draft.ts';
import { TEXT } from './text.ts';
import { type Example, type ExampleAward, exampleFor, tryExample } from './try-rules.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** An example: people type awards and see what counts and what is missing. Nothing is stored or sent. */
export function ExampleCard() {
  const text = useText(TEXT);
  const { draft, problems } = useProgramForm();
  const [example, setExample] = useState<Example>(() => exampleFor(draft, today()));
  const change = (changes: Partial<Example>) => setExample({ ...example, ...changes });
  const isSound = Object.keys(problems).length === 0;
  return (
    <Card title={text.example} note={text.exampleNote}>
      <div className="stack">
        <div className="example-frame">
          <DayField
            label={text.exampleStart}
            value={example.startsOn}
            onChange={(startsOn) => change({ startsOn })}
          />
          <NumberField
            label={text.exampleTerm}
            value={example.term}
            onChange={(term) => change({ term: term ?? Number.NaN })}
          />
        </div>
        <ExampleTracks example={example} onChange={change} />
        {isSound ? (
          <Counted example={example} onChange={change} />
        ) : (
          <Note tone="warn">{text.exampleUnsound}</Note>
        )}
        <FurtherDays example={example} onChange={change} />
      </div>
    </Card>
  );
}

type PartProps = { example: Example; onChange: (changes: Partial<Example>) => void };

function DayField(field: { label: string; value: string; hint?: string; onChange: (day: string) => void }) {
  return (
    <Field {...field} type="date" required={false} onChange={({ target }) => field.onChange(target.value)} />
  );
}

function ExampleTracks({ example: { tracks }, onChange }: PartProps) {
  const text = useText(TEXT);
  const { draft } = useProgramForm();
  const known = tracksOf(draft);
  if (known.length === 0) return null;
  return (
    <fieldset className="category-choice">
      <legend>{text.exampleTracks}</legend>
      {known.map((track) => (
        <Checkbox
          key={track}
          label={track}
          checked={tracks.includes(track)}
          onChange={(isOn) =>
            onChange({ tracks: isOn ? [...tracks, track] : tracks.filter((one) => one !== track) })
          }
        />
      ))}
    </fieldset>
  );
}

/** Further days of the example: an extension, a renewal after a lapse, and the membership's own day. */
function FurtherDays({ example, onChange }: PartProps) {
  const text = useText(TEXT);
  const { draft } = useProgramForm();
  const { anchor, reinstatement } = draft.rules;
  return (
    <Disclosure summary={text.furtherDays}>
      <div className="rules-grid">
        {anchor === 'membership' && (
          <DayField
            label={text.exampleAnchor}
            value={example.anchor}
            onChange={(value) => onChange({ anchor: value })}
          />
        )}
        <DayField
          label={text.exampleExtended}
          value={example.extendedUntil}
          onChange={(extendedUntil) => onChange({ extendedUntil })}
        />
        {reinstatement && (
          <DayField
            label={text.exampleReinstated}
            hint={text.exampleReinstatedHint}
            value={example.reinstatedOn}
            onChange={(reinstatedOn) => onChange({ reinstatedOn })}
          />
        )}
      </div>
    </Disclosure>
  );
}

function Counted({ example, onChange }: PartProps) {
  const text = useText(TEXT);
  const { draft } = useProgramForm();
  const evaluation = tryExample(draft, example, today());
  const { awards } = example;
  const add = () => {
    const last = awards.at(-1) ?? {
      completed_on: example.startsOn,
      category: leavesOf(draft.rules)[0]?.code ?? '',
      points: 10,
    };
    onChange({ awards: [...awards, { ...last }] });
  };
  return (
    <>
      <ul className="example-awards" aria-label={text.exampleAwards}>
        {awards.map((award, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
          <li key={index}>
            <AwardRow
              award={award}
              result={evaluation?.awards.find(({ id }) => id === String(index))}
              onChange={(next) => onChange({ awards: replaced(awards, index, next) })}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon="plus" onClick={add}>
          {text.addAward}
        </Button>
      </div>
      {evaluation && <ExampleResult evaluation={evaluation} />}
    </>
  );
}

type AwardRowProps = {
  award: ExampleAward;
  result: { counted: number; because: string | null } | undefined;
  onChange: (award: ExampleAward | undefined) => void;
};

function AwardRow({ award, result, onChange }: AwardRowProps) {
  const text = useText(TEXT);
  const because = useText(BECAUSE);
  const formats = useFormats();
  const { categories } = useProgramForm().draft.rules;
  const nameOf = (code: string) => categories.find((one) => one.code === code)?.name ?? code;
  return (
    <>
      <div className="example-row">
        <Select
          label={text.category}
          value={award.category}
          options={leavesOf({ categories }).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(category) => onChange({ ...award, category })}
        />
        <Field
          label={text.day}
          type="date"
          value={award.completed_on}
          onChange={({ target }) => onChange({ ...award, completed_on: target.value })}
        />
        <NumberField
          label={text.points}
          value={award.points}
          onChange={(points) => onChange({ ...award, points: points ?? Number.NaN })}
        />
        <Button
          variant="quiet"
          icon="trash"
          aria-label={text.removeAward}
          onClick={() => onChange(undefined)}
        />
      </div>
      {result && result.because !== null && (
        <p className="small example-why">
          {countsWords({ ...award, ...result }, nameOf, because, formats.number)}
        </p>
      )}
    </>
  );
}
