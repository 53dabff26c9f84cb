import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { type Editor, hasEndedTogether, useEditorState } from '#client/features/notes/sync/editor.ts'
import { bodyLength } from '#client/features/notes/sync/note.content.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import type { Parts } from './useParts.ts'
import './series.css'

/** From this length on the editor offers the next part, in UTF-16 units. */
const OFFERED_FROM = 0.9 * NOTE_BODY_MAX

/** Offers to continue a long text in the next part. Needs a connection. */
export function ContinueOffer({ editor, parts }: { editor: Editor; parts: Parts }) {
  const isOffered = useEditorState(
    editor,
    state => !state.isGuest && !hasEndedTogether(state) && bodyLength(state.content) >= OFFERED_FROM,
  )
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const reason = useId()
  if (!isOffered) return null
  return (
    <div className="continue-offer">
      <Button
        kind="quiet"
        className="continue-offer__button"
        busy={parts.isBusy}
        disabled={!isConnected}
        aria-describedby={reason}
        onClick={() => void parts.continueInNext()}
      >
        {t('series.continue')}
      </Button>
      <span id={reason} className="continue-offer__reason">
        {!isConnected && t('series.continueOffline')}
        {isConnected && parts.isInterrupted && t('series.continueInterrupted')}
      </span>
    </div>
  )
}
