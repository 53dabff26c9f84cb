import type { ReactNode, RefObject } from 'react'
import { Button } from './Button.tsx'
import './NewItemsBar.css'

interface NewItemsBarProps {
  /** Given to the top of the list, where `onShow` may scroll to. */
  mark: RefObject<HTMLDivElement | null>
  isShown: boolean
  onShow: () => void
  /** How many wait. */
  children: ReactNode
}

/** Offers what is new instead of pushing away what is being read. Stands before the list, in a flex column with a gap of 24 px. */
export function NewItemsBar({ mark, isShown, onShow, children }: NewItemsBarProps) {
  return (
    <>
      <div ref={mark} className="new-items__mark" />
      {isShown && (
        <div className="new-items">
          <Button kind="primary" className="new-items__button" onClick={onShow}>
            {children}
          </Button>
        </div>
      )}
    </>
  )
}
