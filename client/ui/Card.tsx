import type { ComponentProps } from 'react'
import './Card.css'

interface CardProps extends ComponentProps<'section'> {
  /** Set to false for rows with lines between them, which reach the border. */
  padded?: boolean
}

export function Card({ padded = true, className = '', ...rest }: CardProps) {
  return <section {...rest} className={`card ${padded ? 'card--padded' : ''} ${className}`} />
}
