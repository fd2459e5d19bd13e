import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type MenuProps = {
  /** Renders the button; spread `trigger` on it. */
  button: (trigger: MenuTrigger) => ReactNode;
  label: string;
  children: ReactNode;
  align?: 'start' | 'end';
  above?: boolean;
};

type MenuTrigger = { 'aria-haspopup': 'menu'; 'aria-expanded': boolean; onClick: () => void };

const CloseMenu = createContext<() => void>(() => {});

/** A menu behind three dots, such as at the end of a row. */
export function DotsMenu({ label, children }: Pick<MenuProps, 'label' | 'children'>) {
  return (
    <Menu
      label={label}
      button={(trigger) => (
        <Button variant="quiet" size="small" icon="dots" aria-label={label} {...trigger} />
      )}
    >
      {children}
    </Menu>
  );
}

/** A menu button as WAI-ARIA describes it: arrow keys move between items, and Escape or a press outside closes it. */
export function Menu({ button, label, children, align = 'end', above }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    itemsOf(box.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close();
    if (event.key === 'Tab') return setOpen(false);
    moveFocus(event, itemsOf(box.current));
  };

  return (
    <div className="menu" ref={box}>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <CloseMenu value={close}>
          <div
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className={classNames(
              'menu-list',
              align === 'start' && 'menu-list-start',
              above && 'menu-list-above',
            )}
            onKeyDown={onKeyDown}
          >
            {children}
          </div>
        </CloseMenu>
      )}
    </div>
  );
}

type MenuItemProps = {
  icon?: IconName;
  tone?: 'danger';
  children: ReactNode;
  /** Makes the item a link. */
  href?: string;
  external?: boolean;
  onSelect?: () => void;
  /** Makes the item one of several choices, and says whether it is the chosen one. */
  checked?: boolean;
  /** Whether several items may be chosen. */
  kind?: 'checkbox';
};

export function MenuItem({ icon, tone, children, href, external, onSelect, checked, kind }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const shared = {
    role: checked === undefined ? 'menuitem' : kind === 'checkbox' ? 'menuitemcheckbox' : 'menuitemradio',
    'aria-checked': checked,
    tabIndex: -1,
    className: classNames('menu-item', tone && `menu-item-${tone}`),
    onClick: () => {
      close();
      onSelect?.();
    },
  } as const;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {checked && (
        <span className="menu-item-end">
          <Icon name="check" size={16} />
        </span>
      )}
    </>
  );
  if (href === undefined) {
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    );
  }
  return external ? (
    <a href={href} {...shared}>
      {content}
    </a>
  ) : (
    <Link href={href} {...shared}>
      {content}
    </Link>
  );
}

export function MenuLine() {
  return <hr className="menu-line" />;
}

/** The items of the menu. Items that are hidden on this screen are left out, because they cannot take the focus. */
function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('.menu-item') ?? [])].filter((item) =>
    item.checkVisibility(),
  );
}

function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const from = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (from + 1) % items.length,
    ArrowUp: (from - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = items[targets[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
