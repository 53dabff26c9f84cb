import type { RefObject } from 'react'
import { t } from '#client/platform/language/language.ts'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import { SharePanel } from './SharePanel.tsx'

interface SharePopoverProps {
  noteNo: number
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The share panel in a window below its button, which moves nothing; on phones in a sheet. */
export function SharePopover({ noteNo, anchor, onClose }: SharePopoverProps) {
  return (
    <PopoverWindow
      open
      onClose={onClose}
      anchor={anchor}
      align="end"
      title={t('shares.panel')}
      className="share-popover"
    >
      <SharePanel noteNo={noteNo} />
    </PopoverWindow>
  )
}
