import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Proof, passkeyForLogin } from '../passkeys/ceremony.ts';
import { TEXT as PASSKEY_TEXT } from '../passkeys/text.ts';
import { usePasskeyOffer } from '../passkeys/use-passkey-offer.ts';
import { useToldError } from '../passkeys/use-told-error.ts';
import { WhyNot } from '../passkeys/why-not.tsx';
import { ME } from '../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

type SecondFactorStepProps = { login: { email: string; password: string }; onBack: () => void };

/** The step after the right password: a code, or a passkey. */
export function SecondFactorStep({ login, onBack }: SecondFactorStepProps) {
  const { code: text } = useText(TEXT);
  const passkeyText = useText(PASSKEY_TEXT);
  const offer = usePasskeyOffer();
  const [code, setCode] = useState('');
  const logIn = useChange(
    async (proof: Proof) =>
      ownApi.logIn({ ...login, ...(proof === 'passkey' ? { passkey: await passkeyForLogin() } : proof) }),
    { awaits: [ME] },
  );
  const isDone = logIn.isPending || logIn.isSuccess;
  return (
    <SignInFrame title={text.title} intro={text.intro}>
      <Form
        change={{ ...logIn, error: useToldError(logIn.error) }}
        onSubmit={() => logIn.mutate({ code: code.trim() })}
      >
        <Field
          label={text.label}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" variant="primary" wide busy={isDone}>
          {text.submit}
        </Button>
        {offer === 'on' && (
          <Button icon="passkey" wide busy={isDone} onClick={() => logIn.mutate('passkey')}>
            {passkeyText.useInstead}
          </Button>
        )}
        {(offer === 'elsewhere' || offer === 'no_browser') && (
          <p className="muted small">
            <WhyNot offer={offer} />
          </p>
        )}
        <Button variant="quiet" icon="back" onClick={onBack}>
          {text.back}
        </Button>
      </Form>
    </SignInFrame>
  );
}
