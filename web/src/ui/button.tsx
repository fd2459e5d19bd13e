import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'normal';
  wide?: boolean;
  icon?: IconName;
};

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean };

/** A button. While it is `busy`, it keeps its focus and size and ignores further presses. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(look({ variant, size, wide }, children), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest.disabled || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. With `external` it may lead outside the dashboard. */
export function ButtonLink({
  href,
  external,
  variant,
  size,
  wide,
  icon,
  children,
  ...rest
}: { href: string; external?: boolean; children?: ReactNode } & Look & Omit<ComponentProps<'a'>, 'href'>) {
  const className = look({ variant, size, wide }, children);
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  return external ? (
    <a {...rest} href={href} className={className}>
      {content}
    </a>
  ) : (
    <Link {...rest} href={href} className={className}>
      {content}
    </Link>
  );
}

type Given<T> = { [Key in keyof T]?: T[Key] | undefined };

function look({ variant = 'secondary', size, wide }: Given<Look>, children: ReactNode): string {
  return classNames(
    'button',
    `button-${variant}`,
    size === 'small' && 'button-small',
    wide && 'button-wide',
    !children && 'button-icon',
  );
}

/** Opens the form for a new record. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="primary" icon="plus" onClick={onClick}>
      {label}
    </Button>
  );
}
