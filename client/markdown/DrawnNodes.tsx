import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { showDrawn } from './drawn.elements.ts'
import type { Drawn } from './drawn.ts'

type DrawnNodesProps = Omit<ComponentProps<'span'>, 'ref' | 'children'> & { drawn: Drawn }

/** A drawing in a box. React leaves the inside of the box alone, for it gives it no children. */
export function DrawnNodes({ drawn, ...box }: DrawnNodesProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (place.current) showDrawn(place.current, drawn)
  }, [drawn])
  return <span translate="no" {...box} ref={place} />
}
