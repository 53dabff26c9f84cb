import { useState } from 'react'
import { TabHint } from '#client/features/notes/editor/status/TabHint.tsx'
import { TextLength } from '#client/features/notes/editor/status/TextLength.tsx'
import { t } from '#client/platform/language/language.ts'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'

export type Said = 'notes.autosaveOn' | 'lookaround.autosaveOff' | 'lookaround.cannotSave'

interface SampleStatusProps {
  said: Said | null
  onSay: (said: Said) => void
  /** Of the text, as limits count. */
  length: number
  countId: string
  showsTabHint: boolean
}

/** The line under the sheet, with all that a member's line has but a save. */
export function SampleStatus({ said, onSay, length, countId, showsTabHint }: SampleStatusProps) {
  const [isAutosaving, setAutosaving] = useState(false)

  function switchAutosave(on: boolean) {
    setAutosaving(on)
    onSay(on ? 'notes.autosaveOn' : 'lookaround.autosaveOff')
  }

  return (
    <div className="writing__status">
      <div className="writing__said">
        {length > NOTE_BODY_MAX && (
          <p className="writing__save-status writing__save-status--too-long">{t('notes.bodyLength')}</p>
        )}
        <Message>{said && t(said)}</Message>
      </div>
      <TabHint isShown={showsTabHint} />
      <div className="writing__facts">
        <TextLength length={length} id={countId} />
        <Switch label={t('notes.autosave')} checked={isAutosaving} onChange={switchAutosave} />
      </div>
    </div>
  )
}
