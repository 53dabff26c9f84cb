import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

interface PinButtonProps {
  /** Of the note. */
  title: string
  isPinned: boolean
  onToggle: () => void
}

/** Pins a note from its card, or takes it down. It stays where it is: whoever has pressed it still has it. */
export function PinButton({ title, isPinned, onToggle }: PinButtonProps) {
  return (
    <Button
      kind="quiet"
      className="pin-button"
      aria-pressed={isPinned}
      aria-label={t('discussion.pin', { title })}
      title={t(isPinned ? 'discussion.unpin' : 'discussion.pin', { title })}
      onClick={onToggle}
    >
      <ToolIcon name="pin" />
    </Button>
  )
}
