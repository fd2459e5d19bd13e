import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useMode } from '../../mode.tsx';
import type { QuickStart } from '../../own-api.ts';
import { latestQuery } from './latest-card.tsx';
import { TEXT } from './text.ts';

const STEPS = ['key_made', 'first_call', 'first_certificate', 'page_opened'] as const;

export const isAllDone = (steps: QuickStart): boolean => STEPS.every((step) => steps[step]);

export function CheckList({ steps }: { steps: QuickStart }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const id = useId();
  const done = STEPS.filter((step) => steps[step]).length;
  const next = STEPS.find((step) => !steps[step]);
  const progress = text.progress(formats.number(done), formats.number(STEPS.length));
  return (
    <section className="check-list" aria-labelledby={id}>
      <div className="row row-apart">
        <h2 id={id}>{next === undefined ? text.allDone : text.steps}</h2>
        <p className="small muted" role="status">
          {progress}
        </p>
      </div>
      <ol>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classNames(steps[step] && 'is-done', step === next && 'is-next')}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className="tick">
              {steps[step] ? <Icon name="check" size={16} /> : <span aria-hidden="true">{index + 1}</span>}
            </span>
            <div>
              <p className="check-name">
                {text.step[step].name}
                {steps[step] && <span className="visually-hidden"> ({text.done})</span>}
              </p>
              <p className="muted small">
                {step === 'page_opened' && steps.first_certificate && !steps.page_opened ? (
                  <LatestPageLink />
                ) : (
                  text.step[step].note
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function LatestPageLink() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { data } = useQuery(latestQuery(mode));
  const newest = data?.certificates[0];
  if (newest === undefined) return text.step.page_opened.note;
  return (
    <a href={newest.qr_verification_url} target="_blank" rel="noopener">
      {text.openPage}
      <span className="visually-hidden"> {text.newTab}</span>
    </a>
  );
}
