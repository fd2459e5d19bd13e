import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Eligibility, Evaluation } from '../../api.ts';
import { TEXT } from './text.ts';

type Checklist = Eligibility['checklist'];

/** A bar for each requirement, and what else a renewal needs. */
export function EvaluationParts({
  evaluation: { requirements },
  checklist,
}: {
  evaluation: Pick<Evaluation, 'requirements'>;
  checklist: Checklist;
}) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="stack gap-large">
      {requirements.length === 0 && <p className="muted">{text.noRequirements}</p>}
      {requirements.map(({ code, name, have, min, missing, met }) => (
        <ProgressBar
          key={code}
          label={<bdi>{name}</bdi>}
          note={
            <>
              {text.have(formats.decimal(have), formats.decimal(min))}
              {!met && ` · ${text.missingShort(formats.decimal(missing))}`}
            </>
          }
          value={have}
          max={min}
          tone={met ? 'normal' : 'warn'}
        />
      ))}
      {checklist.length > 0 && (
        <div className="stack gap-small">
          <h3>{text.checklist}</h3>
          <ul className="renewal-checklist">
            {checklist.map(({ code, name, done }) => (
              <li key={code}>
                <Badge tone={done ? 'good' : 'warn'}>{done ? text.done : text.notDone}</Badge>{' '}
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
