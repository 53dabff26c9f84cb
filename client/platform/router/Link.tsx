import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkProps extends ComponentProps<'a'> {
  to: string
  /** Passed to the screen without being part of the address. */
  state?: unknown
}

/** A link within the app. The router's own Link would add its forms, data loading and prefetching to the first page. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { state })

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) navigate(event)
  }

  return <a {...rest} href={href} onClick={handleClick} />
}
