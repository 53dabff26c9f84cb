import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { TypingIndicator } from './TypingIndicator.tsx'

interface LiveStripProps {
  /** The names of those who are writing. */
  composers: readonly string[]
  /** Of the whole thread. */
  count: number
  /** How many came, or were passed over, and were not seen. */
  waiting: number
  /** They stand above what was seen. */
  isAbove: boolean
  /** Leads to what is not seen, or to the end. */
  onJump: () => void
}

/** Between a thread and its box: what goes on. It stands free, so that nothing moves and nothing is covered. */
export function ThreadStatusBar({ composers, count, waiting, isAbove, onJump }: LiveStripProps) {
  return (
    <div className="live-strip">
      <TypingIndicator names={composers} />
      {waiting > 0 && (
        <Button kind="primary" className="live-strip__jump" onClick={onJump}>
          <ToolIcon name={isAbove ? 'up' : 'down'} />
          {t('comments.waiting', { count: waiting })}
        </Button>
      )}
      {waiting === 0 && count > 0 && (
        <Button className="live-strip__jump live-strip__jump--far" onClick={onJump}>
          {t('comments.count', { count })}
        </Button>
      )}
    </div>
  )
}
