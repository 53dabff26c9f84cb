import type { ComponentProps, MouseEvent } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Spinner } from './Spinner.tsx'
import './Button.css'

export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet' | 'quiet-danger'

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  /** Shows a spinner after 300 ms and ignores clicks, but keeps the focus. */
  busy?: boolean
}

export function Button({
  kind = 'plain',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      className={`button button--${kind} ${busy ? 'button--busy' : ''} ${className}`}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      <span className="button__label">{children}</span>
      {busy && (
        <span className="button__spinner">
          <Spinner />
          <span className="visually-hidden" role="status">
            {t('common.working')}
          </span>
        </span>
      )}
    </button>
  )
}

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  kind?: ButtonKind
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'plain', className = '', children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={`button button--${kind} ${className}`}>
      <span className="button__label">{children}</span>
    </Link>
  )
}
