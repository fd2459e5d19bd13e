import { useText } from '../../../i18n/use-text.ts';
import { useSettings } from '../session.ts';
import type { PasskeyOffer } from './passkey-offer.ts';
import { TEXT } from './text.ts';

/** Why there are no passkeys here. */
export function WhyNot({ offer }: { offer: Exclude<PasskeyOffer, 'on'> }) {
  const { reasons } = useText(TEXT);
  const { data: settings } = useSettings();
  return offer === 'elsewhere' ? reasons.elsewhere(settings?.base_url ?? '') : reasons[offer];
}
