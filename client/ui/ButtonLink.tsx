import type { ComponentProps } from 'react'
import { Link } from '#client/platform/router/Link.tsx'
import type { ButtonKind } from './Button.tsx'
import './Button.css'

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
