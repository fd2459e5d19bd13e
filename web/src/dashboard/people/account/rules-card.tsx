/** Rules that make the account stricter, which only owners can change: four eyes, and a second factor for everybody. */

import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { api, type Input } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ME, useAccount } from '../session.ts';
import { ProvenDialog } from '../teams/proven-dialog.tsx';
import { TEXT } from './text.ts';

type Rule = 'four_eyes' | 'require_second_factor';

export function RulesCard() {
  const { rules: text } = useText(TEXT);
  const { four_eyes, require_second_factor } = useAccount();
  const [asked, setAsked] = useState<Rule>();
  const isOn = { four_eyes: four_eyes === 'required', require_second_factor };
  return (
    <Card title={text.title}>
      <div className="stack settings-form">
        {(['four_eyes', 'require_second_factor'] as const).map((rule) => (
          <div key={rule} className="stack gap-small">
            <h3 className="row gap-small">
              {text[rule].name}
              <Badge tone={isOn[rule] ? 'good' : 'plain'}>{isOn[rule] ? text.on : text.off}</Badge>
            </h3>
            <p className="muted">{text[rule].note}</p>
            <div className="row">
              <Button
                onClick={() => setAsked(rule)}
                aria-label={text.switchName(text[rule].name, isOn[rule])}
              >
                {isOn[rule] ? text.switchOff : text.switchOn}
              </Button>
            </div>
          </div>
        ))}
      </div>
      {asked && <SwitchDialog rule={asked} isOn={isOn[asked]} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

/**
 * Only switching a rule off asks for the password: with a stolen session, an account can be made stricter but not less
 * strict.
 */
function SwitchDialog({ rule, isOn, onClose }: { rule: Rule; isOn: boolean; onClose: () => void }) {
  const { rules: text } = useText(TEXT);
  const wanted: Input<'updateAccount'> =
    rule === 'four_eyes' ? { four_eyes: isOn ? 'off' : 'required' } : { require_second_factor: !isOn };
  const change = useChange(
    async (owner: Owner | undefined) =>
      api.updateAccount({ ...wanted, ...(owner && (await provenBy(owner))) }),
    { awaits: [ME], say: text.done, onDone: onClose },
  );
  return (
    <ProvenDialog
      isProven={isOn}
      title={text.switchName(text[rule].name, isOn)}
      submit={isOn ? text.switchOff : text.switchOn}
      danger={isOn}
      change={change}
      onClose={onClose}
    >
      <p>{isOn ? text[rule].goesOff : text[rule].goesOn}</p>
    </ProvenDialog>
  );
}
