import { t } from '#client/platform/language/language.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import type { EditorState } from './note.editor.ts'
import type { Editor } from './note.saving.ts'

interface EditorBannersProps {
  editor: Editor
  state: EditorState
  hasOtherTabs: boolean
  onDiscard: () => void
  onSave: () => void
  /** A button in a banner was pressed, and goes. */
  onFocusLost: () => void
}

/** What has to be decided or known before writing on. */
export function EditorBanners({ editor, state, hasOtherTabs, ...on }: EditorBannersProps) {
  return (
    <div className="writing__banners">
      <p className="writing__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
      </p>
      {state.offered && (
        <DraftOffer
          draft={state.offered}
          onDiscard={on.onDiscard}
          onContinue={() => {
            editor.dispatch({ type: 'draftAccepted' })
            on.onFocusLost()
          }}
        />
      )}
      {state.conflict && (
        <ConflictPanel
          mine={state.writing}
          theirs={state.conflict}
          busy={state.isSaving}
          onKeepMine={() => {
            editor.dispatch({ type: 'keptMine' })
            on.onSave()
          }}
          onTakeTheirs={() => editor.dispatch({ type: 'tookTheirs' })}
          onKeepBoth={() => void editor.keepBoth()}
          onFocusLost={on.onFocusLost}
        />
      )}
    </div>
  )
}
