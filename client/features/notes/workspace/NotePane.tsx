import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useKeptScroll } from './useKeptScroll.ts'

/** The open note, which is scrolled by itself; back and forward find it where it was left. */
export function NotePane({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const scroller = useKeptScroll(`note/${key}`)
  return (
    <div className="workspace__note" ref={scroller}>
      {children}
    </div>
  )
}
