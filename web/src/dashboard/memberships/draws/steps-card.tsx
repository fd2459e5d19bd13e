/** The steps of a draw, and which are done: list frozen, block named, list certified, members drawn. */

import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Draw } from '../../api.ts';
import { TEXT } from './text.ts';
import { isUnderWay } from './use-draw.ts';

const STEPS = ['frozen', 'named', 'certified', 'drawn'] as const;

type Step = (typeof STEPS)[number];

export function StepsCard({ draw }: { draw: Draw }) {
  const { steps: text } = useText(TEXT);
  const details = useDetails(draw);
  const done = STEPS.filter((step) => isDone(draw, step)).length;
  return (
    <Card title={text.title}>
      <ol className="draw-steps" aria-live="polite">
        {STEPS.map((step, index) => {
          const state = index < done ? 'done' : index === done && isUnderWay(draw) ? 'now' : 'later';
          return (
            <li key={step} data-state={state}>
              <span className="draw-step-mark" aria-hidden="true">
                {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <div>
                <p>
                  <strong>{text[step]}</strong>{' '}
                  {state !== 'done' && <Badge tone={state === 'now' ? 'warn' : 'plain'}>{text[state]}</Badge>}
                  {state === 'done' && <span className="visually-hidden">{text.done}</span>}
                </p>
                <p className="muted small">{details[step][state === 'done' ? 'done' : 'wait']}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function isDone({ status, seal, drawn_at: drawnAt }: Draw, step: Step): boolean {
  if (step === 'frozen') return status !== 'draft';
  if (step === 'named') return seal !== null;
  if (step === 'certified') return seal !== null && seal.certificate_id !== null;
  return drawnAt !== null;
}

/** What each step did, or waits for. */
function useDetails({ candidates, seal, block, waiting_for: failure }: Draw) {
  const { steps: text } = useText(TEXT);
  const formats = useFormats();
  const failed = failure === 'allowance_exhausted' ? text.noCertificates : text.tryingAgain;
  return {
    frozen: { wait: text.frozenWait, done: text.frozenDone(formats.number(candidates ?? 0)) },
    named: { wait: text.namedWait, done: text.namedDone(formats.number(seal?.from_block ?? 0)) },
    certified: {
      wait: failure === null ? text.certifiedWait : failed,
      done: text.certifiedDone(seal?.stamped_at ? formats.exactTime(seal.stamped_at) : ''),
    },
    drawn: { wait: text.drawnWait, done: text.drawnDone(formats.number(block?.number ?? 0)) },
  };
}
