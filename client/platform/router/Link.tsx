import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkProps extends ComponentProps<'a'> {
  /** An address within the app. */
  to: string
  /** What the screen there is to know, and what is not for its address. */
  state?: unknown
}

/** A link within the app. The router's own brings its forms, its data loading and its prefetching to the first page. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }

  return <a {...rest} href={href} onClick={click} />
}
