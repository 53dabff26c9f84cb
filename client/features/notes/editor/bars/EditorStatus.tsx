import { memo, type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'
import type { Presence } from '#client/features/documents/presence.ts'
import { PictureProgress, useUploads } from '#client/features/notes/attachments/PictureControls.tsx'
import type { Pictures } from '#client/features/notes/attachments/usePictures.ts'
import {
  type Editor,
  type EditorMessage,
  type EditorState,
  hasEndedTogether,
  isDirty,
  isGone,
  useEditorState,
} from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf, withTitle } from '#client/features/notes/sync/note.content.ts'
import { useOncePainted } from '#client/platform/browser/useTimers.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClockWithSeconds } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { TabHint, TextLength } from './StatusText.tsx'

interface EditorStatusProps {
  editor: Editor
  pictures: Pictures
  /** Id of the character count, for `aria-describedby` of the text area. */
  countId: string
  showsTabHint: boolean
  onRetry: () => void
  /** The note was deleted: saves its text as a new note. */
  onSaveAnew: () => void
  presence: Presence
  /** Offers what to do with the text as it is now. */
  offer: ReactNode
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
  onSaveAnew,
  presence,
  offer,
  children,
}: EditorStatusProps) {
  const isAutosaving = useEditorState(editor, state => state.isAutosaving)
  const isTogether = useEditorState(editor, state => state.isTogether)
  const isEnded = useEditorState(editor, hasEndedTogether)
  return (
    <div className="writing__status">
      <div className={`writing__save-message ${isEnded ? 'writing__save-message--ended' : ''}`}>
        <StatusMessage editor={editor} waitsForPictures={useUploads(pictures).length > 0} />
        <SaveActions {...{ editor, onRetry, onSaveAnew }} />
      </div>
      <div className="writing__status-actions">
        <Writers presence={presence} />
        <PictureProgress pictures={pictures} />
        <TabHint isVisible={showsTabHint} />
        {offer}
      </div>
      <div className="writing__status-details">
        {children}
        <Length editor={editor} id={countId} />
        {isTogether ? (
          <span className="writing__history-hint">{t('notes.togetherHistory')}</span>
        ) : (
          <Switch label={t('notes.autosave')} checked={isAutosaving} onChange={editor.toggleAutosave} />
        )}
      </div>
    </div>
  )
}

/** Names those who write the text at the moment. */
function Writers({ presence }: { presence: Presence }) {
  const names = useSyncExternalStore(presence.subscribe, presence.users).map(({ userName }) => userName)
  return (
    <p className="writing__writers" role="status">
      {names.length > 0 && t('notes.togetherWho', { names: shortNames(names) })}
    </p>
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
  useLanguage()
  const saveStatus = saveStatusOf(state)
  // The server saves by itself as soon as the text fits, so a refused save needs no attention.
  const isSavedByServer = saveStatus === 'togetherTooLong' || saveStatus === 'togetherSaved'
  const message = state.message?.kind === 'failed' && isSavedByServer ? null : state.message
  const hasFailed = (message?.kind === 'failed' && saveStatus !== 'saving') || isGone(state)
  const isWaiting = saveStatus === 'saving' && waitsForPictures
  const shown = hasFailed || isShownInstead(message, saveStatus) ? messageText(message, state) : null
  const text = isWaiting ? 'notePictures.savesThen' : SAVE_STATUS_TEXTS[saveStatus]
  return (
    <>
      {!hasFailed && (
        <p className={`writing__save-status writing__save-status--${saveStatus}`}>{!shown && t(text)}</p>
      )}
      <Message kind={hasFailed ? 'error' : 'status'}>{shown}</Message>
    </>
  )
})

/** Whether a message takes the place of the status, of which it says more. */
export function isShownInstead(message: EditorMessage | null, status: SaveStatus): boolean {
  switch (message?.kind) {
    case 'saved':
    case 'autosaved':
      return status === 'saved' || status === 'togetherSaved'
    case 'autosaveOn':
    case 'autosaveOff':
      return status !== 'saving'
    case 'full':
      // Several people may have exceeded the limit together: then the text is not saved.
      return status !== 'togetherTooLong' && status !== 'tooLong'
    case 'passageChanged':
    case 'waitsForOthers':
      return true
    default:
      return false
  }
}

/** Actions for a failed save. */
function SaveActions({
  editor,
  onRetry,
  onSaveAnew,
}: Pick<EditorStatusProps, 'editor' | 'onRetry' | 'onSaveAnew'>) {
  const hasFailed = useEditorState(editor, ({ message }) => message?.kind === 'failed')
  const isMissing = useEditorState(editor, isGone)
  const isNew = useEditorState(editor, ({ noteNo }) => noteNo === null)
  if (!hasFailed && !isMissing) return null
  if (isMissing && isNew) return null
  return (
    <Button kind={isMissing ? 'plain' : 'quiet'} onClick={isMissing ? onSaveAnew : onRetry}>
      {t(isMissing ? 'notes.saveAnew' : 'notes.saveAgain')}
    </Button>
  )
}

function Length({ editor, id }: { editor: Editor; id: string }) {
  const length = useEditorState(editor, ({ content }) => bodyLength(content))
  return <TextLength length={useOncePainted(length)} id={id} />
}

function messageText(message: EditorMessage | null, state: EditorState): ReactNode {
  if (hasEndedTogether(state)) return t(state.isUnsent ? 'notes.togetherEndedUnsent' : 'notes.togetherEnded')
  if (isGone(state))
    return t(state.noteNo === null ? 'notes.topicGoneWhileWriting' : 'notes.goneWhileWriting')
  switch (message?.kind) {
    case undefined:
      return null
    case 'saved':
      return t('notes.saved', { time: formatClockWithSeconds(new Date(message.at)) })
    case 'autosaved':
      return t('notes.autosaved', { time: formatClockWithSeconds(new Date(message.at)) })
    case 'autosaveOn':
      return t('notes.autosaveOn')
    case 'autosaveOff':
      return t('notes.autosaveOff')
    case 'full':
      return t('notes.togetherFull', { max: NOTE_BODY_MAX })
    case 'passageChanged':
      return t('notes.togetherPassageChanged')
    case 'waitsForOthers':
      return t('notes.togetherWaits')
    case 'failed':
      return failedSaveText(message.error, state)
  }
}

function failedSaveText(error: unknown, state: EditorState): string {
  if (error instanceof CallFailed && !error.isTransient) return failureText(error)
  return t(state.canStore ? 'notes.saveFailed' : 'notes.saveFailedUnkept')
}

type SaveStatus =
  | 'new'
  | 'saved'
  | 'saving'
  | 'unsaved'
  | 'storedHere'
  | 'foreign'
  | 'togetherSaved'
  | 'togetherWriting'
  | 'togetherTooLong'
  | 'notStored'
  | 'noTitle'
  | 'longTitle'
  | 'tooLong'

const SAVE_STATUS_TEXTS = {
  new: 'notes.saveStatusNew',
  saved: 'notes.saveStatusSaved',
  saving: 'notes.saveStatusSaving',
  unsaved: 'notes.saveStatusUnsaved',
  storedHere: 'notes.saveStatusKeptHere',
  foreign: 'notes.saveStatusForeign',
  togetherSaved: 'notes.togetherSaved',
  togetherWriting: 'notes.togetherWriting',
  togetherTooLong: 'notes.togetherTooLong',
  notStored: 'notes.saveStatusNowhere',
  noTitle: 'notes.saveStatusNoTitle',
  longTitle: 'notes.titleLength',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<SaveStatus, TextKey>

export function saveStatusOf(state: EditorState): SaveStatus {
  if (state.isSaving) return 'saving'
  if (!isDirty(state)) return state.isTogether ? 'togetherSaved' : state.noteNo === null ? 'new' : 'saved'
  const validationErrors = validationErrorsOf(withTitle(state.content))
  if (validationErrors.text) return state.isTogether ? 'togetherTooLong' : 'tooLong'
  const isOnServer = state.status.kind === 'synced' || state.status.kind === 'sending'
  if (!isOnServer && !state.canStore) return 'notStored'
  if (validationErrors.title) return state.content.title.trim() === '' ? 'noTitle' : 'longTitle'
  if (state.isTogether && isOnServer) return 'togetherWriting'
  if (isOnServer || state.status.kind === 'opening') return state.isForeign ? 'foreign' : 'unsaved'
  return 'storedHere'
}
