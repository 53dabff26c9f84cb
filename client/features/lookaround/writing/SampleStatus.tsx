import { useState } from 'react'
import { TabHint, TextLength } from '#client/features/notes/editor/status/StatusText.tsx'
import { t } from '#client/platform/language/language.ts'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'

export type SampleStatusMessage = 'notes.autosaveOn' | 'lookaround.autosaveOff' | 'lookaround.cannotSave'

interface SampleStatusProps {
  message: SampleStatusMessage | null
  onMessage: (message: SampleStatusMessage) => void
  /** The text length as the limits count it. */
  length: number
  countId: string
  showsTabHint: boolean
}

/** The status bar of the editor, without saving. */
export function SampleStatus({ message, onMessage, length, countId, showsTabHint }: SampleStatusProps) {
  const [isAutosaving, setAutosaving] = useState(false)

  function switchAutosave(on: boolean) {
    setAutosaving(on)
    onMessage(on ? 'notes.autosaveOn' : 'lookaround.autosaveOff')
  }

  return (
    <div className="writing__status">
      <div className="writing__save-message">
        {length > NOTE_BODY_MAX && (
          <p className="writing__save-status writing__save-status--tooLong">{t('notes.bodyLength')}</p>
        )}
        <Message>{message && t(message)}</Message>
      </div>
      <TabHint isVisible={showsTabHint} />
      <div className="writing__status-details">
        <TextLength length={length} id={countId} />
        <Switch label={t('notes.autosave')} checked={isAutosaving} onChange={switchAutosave} />
      </div>
    </div>
  )
}
