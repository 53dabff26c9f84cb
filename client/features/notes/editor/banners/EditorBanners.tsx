import type { Draft, UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { isDirty } from '#client/features/notes/sync/note.editor.ts'
import { type Editor, useEditorState } from '#client/features/notes/sync/note.saving.ts'
import { t } from '#client/platform/language/language.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DraftOffer, UnfinishedDraft } from './DraftBanners.tsx'

interface EditorBannersProps {
  editor: Editor
  hasOtherTabs: boolean
  /** The draft in the URL is open in another tab. */
  isDraftInOtherTab: boolean
  unfinished: readonly UnlockedDraft[]
  /** `hasText`: the text of this editor stays as a draft of its own. */
  onContinue: (draft: Draft, hasText: boolean) => void
  onDiscard: () => void
  onSave: () => void
  /** The focused button of a banner unmounted. */
  onFocusLost: () => void
}

/** Notices and decisions above the text. */
export function EditorBanners({
  editor,
  hasOtherTabs,
  isDraftInOtherTab,
  unfinished: [newest, ...others],
  onContinue,
  ...on
}: EditorBannersProps) {
  const offeredDraft = useEditorState(editor, state => state.offeredDraft)
  const conflict = useEditorState(editor, state => state.conflict)
  const isNew = useEditorState(editor, state => state.noteNo === null)
  const topicNo = useEditorState(editor, state => state.topicNo)
  return (
    <div className="writing__banners">
      <p className="writing__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
        {isDraftInOtherTab && isNew && t('notes.draftInOtherTab')}
      </p>
      {newest && isNew && (
        <UnfinishedDraft
          drafts={[newest, ...others]}
          topicNo={newest.topicNo ?? topicNo}
          onContinue={draft => onContinue(draft, isDirty(editor.state()))}
          onFocusLost={on.onFocusLost}
        />
      )}
      {offeredDraft && (
        <DraftOffer
          draft={offeredDraft}
          onDiscard={on.onDiscard}
          onContinue={() => {
            editor.dispatch({ type: 'draftAccepted' })
            on.onFocusLost()
          }}
        />
      )}
      {conflict && <ConflictPanel editor={editor} theirs={conflict} {...on} />}
    </div>
  )
}
