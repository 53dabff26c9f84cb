import type { ReactNode } from 'react'
import './Column.css'

/** The centre of the 24-column grid. The shell wraps every screen in it. */
export function Column({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`column ${className}`}>{children}</div>
}
