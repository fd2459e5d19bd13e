import type { Rules } from '@sello/rules';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDay } from '../use-day.ts';
import { replaced, useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { leavesOf } from './program-draft.ts';
import { TEXT } from './text.ts';
import { type Example, type ExampleAward, exampleFor, tryExample } from './try-rules.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** Type awards, see what counts and what is missing. Nothing is stored or sent. */
export function ExampleCard() {
  const text = useText(TEXT);
  const { draft, problems } = useProgramForm();
  const [example, setExample] = useState<Example>(() => exampleFor(draft, today()));
  const isSound = Object.keys(problems).length === 0;
  return (
    <Card title={text.example} note={text.exampleNote}>
      <div className="stack">
        <div className="example-frame">
          <Field
            label={text.exampleStart}
            type="date"
            value={example.startsOn}
            onChange={({ target }) => setExample({ ...example, startsOn: target.value })}
          />
          <NumberField
            label={text.exampleTerm}
            value={example.term}
            onChange={(term) => setExample({ ...example, term: term ?? Number.NaN })}
          />
          <Field
            label={text.tracks}
            required={false}
            defaultValue={example.tracks.join(', ')}
            onChange={({ target }) =>
              setExample({ ...example, tracks: target.value.split(/[,\s]+/).filter(Boolean) })
            }
          />
        </div>
        {isSound ? (
          <Counted example={example} onChange={setExample} />
        ) : (
          <Note tone="warn">{text.exampleUnsound}</Note>
        )}
      </div>
    </Card>
  );
}

function Counted({ example, onChange }: { example: Example; onChange: (example: Example) => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { draft } = useProgramForm();
  const evaluation = tryExample(draft, example, today());
  const { awards } = example;
  const put = (index: number, award: ExampleAward | undefined) =>
    onChange({ ...example, awards: replaced(awards, index, award) });
  const add = () => {
    const last = awards.at(-1) ?? {
      completed_on: example.startsOn,
      category: leavesOf(draft.rules)[0]?.code ?? '',
      points: 10,
    };
    onChange({ ...example, awards: [...awards, { ...last }] });
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
              onChange={(next) => put(index, next)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon="plus" onClick={add}>
          {text.addAward}
        </Button>
      </div>
      {evaluation && (
        <div className="example-result stack" role="status">
          <div className="row row-apart">
            <strong>{text.counted(formats.decimal(evaluation.counted), draft.unit)}</strong>
            {evaluation.met ? (
              <Badge tone="good">{text.met}</Badge>
            ) : (
              <Badge tone="warn">{text.missing(formats.decimal(evaluation.missing_points))}</Badge>
            )}
          </div>
          <p className="muted small">{text.termDays(day(evaluation.starts_on), day(evaluation.ends_on))}</p>
          {evaluation.requirements.map(({ code, name, have, min, met, missing }) => (
            <ProgressBar
              key={code}
              label={<bdi>{name}</bdi>}
              note={`${formats.decimal(have)} / ${formats.decimal(min)}${met ? '' : ` · ${text.missing(formats.decimal(missing))}`}`}
              value={have}
              max={min}
              tone={met ? 'normal' : 'warn'}
            />
          ))}
          {evaluation.carries_out > 0 && (
            <p className="small">{text.carriesOut(formats.decimal(evaluation.carries_out))}</p>
          )}
        </div>
      )}
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
  const formats = useFormats();
  const { draft } = useProgramForm();
  return (
    <>
      <div className="example-row">
        <Select
          label={text.category}
          value={award.category}
          options={leavesOf(draft.rules).map(({ code, name }) => ({ value: code, label: name }))}
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
      {result && (result.because !== null || result.counted !== award.points) && (
        <p className="small example-why">
          {text.countsOnly(formats.decimal(result.counted), formats.decimal(award.points))}{' '}
          {becauseWords(result.because, draft.rules, text.because)}
        </p>
      )}
    </>
  );
}

type Words = Record<(typeof NAMED)[number], (name: string) => string> & {
  not_among_largest: string;
  outside_terms: string;
  not_in_version: string;
};

const NAMED = ['cap', 'yearly_cap', 'share', 'award_cap', 'multiplier'] as const;

/** Why an award counts something else than its points. */
function becauseWords(because: string | null, { categories }: Rules, words: Words): string {
  if (because === null) return '';
  const [kind, code = ''] = because.split(':');
  const name = categories.find((one) => one.code === code)?.name ?? code;
  const named = NAMED.find((one) => one === kind);
  if (named) return words[named](name);
  return kind === 'not_among_largest' || kind === 'outside_terms' || kind === 'not_in_version'
    ? words[kind]
    : because;
}
