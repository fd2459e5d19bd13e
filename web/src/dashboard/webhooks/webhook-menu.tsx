import { useText } from '../../i18n/use-text.ts';
import { DotsMenu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { Webhook } from '../api.ts';
import { May } from '../may.tsx';
import { TEXT } from './text.ts';

export type WebhookAction = 'change' | 'test' | 'rotate' | 'switch' | 'delete';

type WebhookMenuProps = { webhook: Webhook; onAction: (action: WebhookAction) => void };

export function WebhookMenu({ webhook, onAction }: WebhookMenuProps) {
  const text = useText(TEXT);
  const isEnabled = webhook.status === 'enabled';
  return (
    <May act="changeWebhook">
      <DotsMenu label={text.actions(webhook.url)}>
        <MenuItem icon="settings" onSelect={() => onAction('change')}>
          {text.menu.change}
        </MenuItem>
        <MenuItem icon="arrow" onSelect={() => onAction('test')}>
          {text.menu.test}
        </MenuItem>
        <MenuItem icon="refresh" onSelect={() => onAction('rotate')}>
          {text.menu.rotate}
        </MenuItem>
        <MenuItem icon={isEnabled ? 'close' : 'check'} onSelect={() => onAction('switch')}>
          {isEnabled ? text.menu.disable : text.menu.enable}
        </MenuItem>
        <MenuLine />
        <MenuItem icon="trash" tone="danger" onSelect={() => onAction('delete')}>
          {text.menu.delete}
        </MenuItem>
      </DotsMenu>
    </May>
  );
}
