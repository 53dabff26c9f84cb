import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

interface PinButtonProps {
  /** Of the note. */
  title: string
  isPinned: boolean
  onPin: () => void
}

/** Pins a note, or takes it down. */
export function PinButton({ title, isPinned, onPin }: PinButtonProps) {
  const words = t(isPinned ? 'discussion.unpin' : 'discussion.pin', { title })
  return (
    <Button kind="quiet" className="pin-button" aria-label={words} title={words} onClick={onPin}>
      <ToolIcon name={isPinned ? 'close' : 'pin'} />
    </Button>
  )
}
