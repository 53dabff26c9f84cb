import { useAtomValue } from 'jotai'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { PictureProgress, useUploads } from '#client/features/notes/attachments/PictureControls.tsx'
import type { Pictures } from '#client/features/notes/attachments/usePictures.ts'
import {
  type EditorMessage,
  type EditorState,
  isBehind,
  isDirty,
  isGone,
  isOutdated,
} from '#client/features/notes/sync/editor.reducer.ts'
import { type Editor, useEditorState } from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf, withTitle } from '#client/features/notes/sync/note.content.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { useOncePainted } from '#client/platform/browser/useTimers.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { formatClockWithSeconds } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import type { TextKey } from '#protocol/text/index.ts'
import { TabHint, TextLength } from './StatusText.tsx'

interface EditorStatusProps {
  editor: Editor
  pictures: Pictures
  /** Id of the character count, for `aria-describedby` of the text area. */
  countId: string
  showsTabHint: boolean
  onRetry: () => void
  /** Before the length of the text. */
  children?: ReactNode
}

/** Status line of the editor. It says 'saved' only after the server has confirmed the save. */
export function EditorStatus({
  editor,
  pictures,
  countId,
  showsTabHint,
  onRetry,
  children,
}: EditorStatusProps) {
  const isAutosaving = useEditorState(editor, state => state.isAutosaving)
  return (
    <div className="writing__status">
      <StatusMessage editor={editor} waitsForPictures={useUploads(pictures).length > 0} />
      <div className="writing__status-actions">
        <PictureProgress pictures={pictures} />
        <SaveActions editor={editor} onRetry={onRetry} />
        <TabHint isVisible={showsTabHint} />
      </div>
      <div className="writing__status-details">
        {children}
        <Length editor={editor} id={countId} />
        <Switch
          label={t('notes.autosave')}
          checked={isAutosaving}
          onChange={on => editor.dispatch({ type: 'autosaveToggled', on })}
        />
      </div>
    </div>
  )
}

function StatusMessage({ editor, waitsForPictures }: { editor: Editor; waitsForPictures: boolean }) {
  // Validating a long text takes too long for a key press, so defer it.
  const state = useDeferredValue(useEditorState(editor, now => now))
  return <DeferredMessage state={state} waitsForPictures={waitsForPictures} />
}

const DeferredMessage = memo(function DeferredMessage({
  state,
  waitsForPictures,
}: {
  state: EditorState
  waitsForPictures: boolean
}) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected' && navigator.onLine
  const { message } = state
  const saveStatus = saveStatusOf(state, isConnected)
  const hasFailed = message?.kind === 'failed' && saveStatus !== 'saving'
  const isWaiting = saveStatus === 'saving' && waitsForPictures
  const statusText = saveStatus === 'saved' && message ? null : SAVE_STATUS_TEXTS[saveStatus]
  const text = isWaiting ? 'notePictures.savesThen' : statusText
  return (
    <div className="writing__save-message">
      {!hasFailed && (
        <p className={`writing__save-status writing__save-status--${saveStatus}`}>{text && t(text)}</p>
      )}
      <Message kind={hasFailed ? 'error' : 'status'}>{message && messageText(message, state)}</Message>
    </div>
  )
})

/** Actions for a failed save or a newer version. */
function SaveActions({ editor, onRetry }: Pick<EditorStatusProps, 'editor' | 'onRetry'>) {
  const showsNewerAction = useEditorState(editor, isOutdated)
  const message = useEditorState(editor, state => state.message)
  const isMissing = useEditorState(editor, isGone)
  const isNew = useEditorState(editor, ({ noteNo }) => noteNo === null)
  if (showsNewerAction)
    return (
      <Button kind="quiet" onClick={() => editor.dispatch({ type: 'newerAccepted' })}>
        {t('notes.showNewer')}
      </Button>
    )
  if (message?.kind !== 'failed') return null
  if (isMissing && isNew) return null
  return (
    <Button kind="quiet" onClick={isMissing ? () => void editor.saveAsNewNote() : onRetry}>
      {t(isMissing ? 'notes.saveAnew' : 'notes.saveAgain')}
    </Button>
  )
}

function Length({ editor, id }: { editor: Editor; id: string }) {
  const length = useEditorState(editor, ({ content }) => bodyLength(content))
  return <TextLength length={useOncePainted(length)} id={id} />
}

function messageText(message: EditorMessage, state: EditorState): ReactNode {
  switch (message.kind) {
    case 'saved':
      return t('notes.saved', { time: formatClockWithSeconds(new Date(message.at)) })
    case 'autosaved':
      return t('notes.autosaved', { time: formatClockWithSeconds(new Date(message.at)) })
    case 'autosaveOn':
      return t('notes.autosaveOn')
    case 'autosaveOff':
      return t('notes.autosaveOff')
    case 'copied':
      return t('notes.conflictCopied', { title: message.title })
    case 'failed':
      return failedSaveText(message.error, state)
  }
}

function failedSaveText(error: unknown, state: EditorState): string {
  if (isGone(state))
    return t(state.noteNo === null ? 'notes.topicGoneWhileWriting' : 'notes.goneWhileWriting')
  if (error instanceof CallFailed && !error.isTransient) return failureText(error)
  return t(state.canStoreDrafts ? 'notes.saveFailed' : 'notes.saveFailedUnkept')
}

type SaveStatus =
  | 'new'
  | 'saved'
  | 'outdated'
  | 'behind'
  | 'saving'
  | 'unsaved'
  | 'storedHere'
  | 'notStored'
  | 'noTitle'
  | 'longTitle'
  | 'tooLong'

const SAVE_STATUS_TEXTS = {
  new: 'notes.saveStatusNew',
  saved: 'notes.saveStatusSaved',
  outdated: 'notes.saveStatusOutdated',
  behind: 'notes.saveStatusBehind',
  saving: 'notes.saveStatusSaving',
  unsaved: 'notes.saveStatusUnsaved',
  storedHere: 'notes.saveStatusKeptHere',
  notStored: 'notes.saveStatusNowhere',
  noTitle: 'notes.saveStatusNoTitle',
  longTitle: 'notes.titleLength',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<SaveStatus, TextKey>

export function saveStatusOf(state: EditorState, isConnected: boolean): SaveStatus {
  if (state.isSaving) return 'saving'
  if (isOutdated(state)) return 'outdated'
  if (!isDirty(state)) return state.noteNo === null ? 'new' : 'saved'
  const validationErrors = validationErrorsOf(withTitle(state.content))
  if (validationErrors.text) return 'tooLong'
  if (!state.canStoreDrafts) return 'notStored'
  if (validationErrors.title) return state.content.title.trim() === '' ? 'noTitle' : 'longTitle'
  if (isBehind(state)) return state.conflict === null ? 'behind' : 'outdated'
  return isConnected ? 'unsaved' : 'storedHere'
}
