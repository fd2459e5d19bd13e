import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { Webhook } from '../api.ts';
import { TEXT } from './text.ts';

export type WebhookAction = 'change' | 'test' | 'rotate' | 'switch' | 'delete';

type WebhookMenuProps = { webhook: Webhook; onAction: (action: WebhookAction) => void };

export function WebhookMenu({ webhook, onAction }: WebhookMenuProps) {
  const text = useText(TEXT);
  const label = text.actions(webhook.url);
  const isEnabled = webhook.status === 'enabled';
  return (
    <Menu
      label={label}
      button={(trigger) => (
        <Button variant="quiet" size="small" icon="dots" aria-label={label} {...trigger} />
      )}
    >
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
    </Menu>
  );
}
