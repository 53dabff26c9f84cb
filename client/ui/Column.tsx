import type { ReactNode } from 'react'
import './Column.css'

/** The middle of the 24-column grid. The shell lays every screen in one; a screen needs none of its own. */
export function Column({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`column ${className}`}>{children}</div>
}
