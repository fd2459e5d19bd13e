import type { Evaluation } from '@sello/rules';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useDay } from '../use-day.ts';
import { useProgramForm } from './form-context.tsx';
import { TEXT } from './text.ts';

type Result = Omit<Evaluation['requirements'][number], 'any_of'> &
  Pick<Evaluation['requirements'][number], 'any_of'>;

/** What counts in the term of the example, and what is still missing. */
export function ExampleResult({ evaluation }: { evaluation: Evaluation }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { draft } = useProgramForm();
  const { by_unit: units = {}, requirements } = evaluation;
  const missing = requirements.filter(({ met }) => !met).length;
  return (
    <div className="example-result stack" role="status">
      <div className="row row-apart">
        <strong>{text.counted(formats.number(evaluation.counted), draft.unit)}</strong>
        {evaluation.met ? (
          <Badge tone="good">{text.met}</Badge>
        ) : (
          <Badge tone="warn">
            {evaluation.missing_points > 0
              ? text.missing(formats.number(evaluation.missing_points))
              : text.unmet(missing)}
          </Badge>
        )}
      </div>
      {Object.entries(units).map(([unit, points]) => (
        <p key={unit} className="small">
          {text.counted(formats.number(points), unit)}
        </p>
      ))}
      <p className="muted small">{text.termDays(day(evaluation.starts_on), day(evaluation.ends_on))}</p>
      {requirements.map((requirement) => (
        <Requirement key={requirement.code} result={requirement} />
      ))}
      <Further evaluation={evaluation} />
    </div>
  );
}

/**
 * A requirement as a bar. Among alternatives, the bar shows the one that is met or nearest; the others are in words.
 */
function Requirement({ result }: { result: Result }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { name, have, min, met, missing, any_of: ways, chosen, late_points: late } = result;
  const way = ways?.find(({ code }) => code === chosen);
  const measure = text.measures[way?.measure ?? result.measure ?? 'points'];
  const said = (one: { have: number; min: number }) =>
    `${formats.number(one.have)} / ${formats.number(one.min)}`;
  return (
    <div className="stack gap-small">
      <ProgressBar
        label={<bdi>{way ? `${name}: ${way.name}` : name}</bdi>}
        note={[said({ have, min }), measure, met ? '' : text.missing(formats.number(missing))]
          .filter(Boolean)
          .join(' · ')}
        value={met ? Math.max(min, 1) : have}
        max={Math.max(min, 1)}
        tone={met ? 'normal' : 'warn'}
      />
      {ways && (
        <p className="muted small">
          {text.otherWays(
            ways
              .filter(({ code }) => code !== chosen)
              .map((one) => `${one.name} ${said(one)}`)
              .join('; '),
          )}
        </p>
      )}
      {late !== undefined && <p className="small">{text.lateBy(formats.number(late))}</p>}
    </div>
  );
}

/** Points carried into and out of the term, the day on which standing is lost, and whether a lapse can be mended. */
function Further({ evaluation }: { evaluation: Evaluation }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { carried_in: carriedIn, carries_out: carriesOut, lost_on: lostOn, reinstatement } = evaluation;
  return (
    <>
      {carriedIn > 0 && <p className="small">{text.carriedIn(formats.number(carriedIn))}</p>}
      {carriesOut > 0 && <p className="small">{text.carriesOut(formats.number(carriesOut))}</p>}
      {lostOn && <p className="small">{text.lostOn(day(lostOn))}</p>}
      {reinstatement && (
        <>
          <p className="small">{reinstatement.met ? text.reinstated : text.notReinstated}</p>
          {!reinstatement.in_time && reinstatement.until && (
            <p className="small">{text.reinstatedUntil(day(reinstatement.until))}</p>
          )}
          {reinstatement.requirements.map((requirement) => (
            <Requirement key={requirement.code} result={requirement} />
          ))}
        </>
      )}
    </>
  );
}
