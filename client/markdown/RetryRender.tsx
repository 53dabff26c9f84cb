import { use } from 'react'
import { Button } from '#client/ui/Button.tsx'
import { WithinHolder } from './picture.place.ts'
import './over.css'

interface DrawAgainProps {
  label: string
  /** Why it cannot be done; null while that is not known. */
  failure: string | null
  busy: boolean
  onAsk: () => void
}

/** Beside a source that took too long to draw: a button that tries harder, and a sentence when that failed, too. */
export function RetryRender({ label, failure, busy, onAsk }: DrawAgainProps) {
  if (use(WithinHolder)) return null
  return (
    <span className="md-over-again no-print">
      {failure === null && (
        <Button kind="quiet" className="md-over-button" busy={busy} onClick={onAsk}>
          {label}
        </Button>
      )}
      <span role="status">{failure}</span>
    </span>
  )
}
