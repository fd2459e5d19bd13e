import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME } from '../session.ts';
import { passkeyForLogin } from './ceremony.ts';
import { TEXT } from './text.ts';
import { usePasskeyOffer } from './use-passkey-offer.ts';
import { useToldError } from './use-told-error.ts';
import { WhyNot } from './why-not.tsx';

/** Below the form of the login page. Shows nothing if passkeys are not available. */
export function PasskeyLogin() {
  const text = useText(TEXT);
  const offer = usePasskeyOffer();
  const logIn = useChange(async () => ownApi.logInWithPasskey({ passkey: await passkeyForLogin() }), {
    awaits: [ME],
  });
  const error = useToldError(logIn.error);
  if (offer === undefined || offer === 'ip_address' || offer === 'no_https') return null;
  if (offer !== 'on') {
    return (
      <p className="muted small">
        <WhyNot offer={offer} />
      </p>
    );
  }
  return (
    <div className="stack">
      <p className="sign-in-or">{text.or}</p>
      {error && <Note tone="bad">{error.message}</Note>}
      <Button icon="passkey" wide busy={logIn.isPending || logIn.isSuccess} onClick={() => logIn.mutate()}>
        {text.logIn}
      </Button>
    </div>
  );
}
