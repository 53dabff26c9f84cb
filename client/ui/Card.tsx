import type { ComponentProps } from 'react'
import './Card.css'

interface CardProps extends ComponentProps<'section'> {
  /** Without padding its children reach the border: for rows with lines between them. */
  padded?: boolean
}

/** A white sheet with a thin border. */
export function Card({ padded = true, className = '', ...rest }: CardProps) {
  return <section {...rest} className={`card ${padded ? 'card--padded' : ''} ${className}`} />
}
