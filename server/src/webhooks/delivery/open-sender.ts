/** Opens the sender of this process, which connects only to permitted addresses. */

import { makeAddressRules } from '../../http/addresses/addresses.ts';
import type { OnClose } from '../../kernel/closing.ts';
import type { WebhooksSettings } from '../settings.ts';
import { openSender, type Sender } from './sender.ts';

export function openWebhookSender(
  { webhookAllow }: Pick<WebhooksSettings, 'webhookAllow'>,
  onClose: OnClose,
): Sender {
  const sender = openSender(makeAddressRules(webhookAllow));
  onClose.push(() => sender.close());
  return sender;
}
