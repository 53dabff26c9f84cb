import { useAtomValue } from 'jotai'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { bodyLength } from '#client/features/notes/editor/saving/note.content.ts'
import {
  type EditorMessage,
  type EditorState,
  isGone,
  isOutdated,
} from '#client/features/notes/editor/saving/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { PictureProgress, useUploads } from '#client/features/notes/pictures/PictureProgress.tsx'
import type { Pictures } from '#client/features/notes/pictures/usePictures.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { useOncePainted } from '#client/platform/browser/useOncePainted.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { clockTime } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { SAVE_STATUS_TEXTS, saveStatusOf } from './note.saveStatus.ts'
import { TabHint } from './TabHint.tsx'
import { TextLength } from './TextLength.tsx'

interface EditorStatusProps {
  editor: Editor
  pictures: Pictures
  /** Of the count, which the text area is described by. */
  countId: string
  /** Tab has just indented. */
  showsTabHint: boolean
  onRetry: () => void
}

/** One line that is always true. 'Saved' stands here only after the server has said so. */
export function EditorStatus({ editor, pictures, countId, showsTabHint, onRetry }: EditorStatusProps) {
  const isAutosaving = useEditorState(editor, state => state.isAutosaving)
  return (
    <div className="writing__status">
      <StatusMessage editor={editor} waitsForPictures={useUploads(pictures).length > 0} />
      <PictureProgress pictures={pictures} />
      <WayOut editor={editor} onRetry={onRetry} />
      <TabHint isShown={showsTabHint} />
      <div className="writing__facts">
        <Length editor={editor} id={countId} />
        <Switch
          label={t('notes.autosave')}
          checked={isAutosaving}
          onChange={on => editor.dispatch({ type: 'autosaveSwitched', on })}
        />
      </div>
    </div>
  )
}

function StatusMessage({ editor, waitsForPictures }: { editor: Editor; waitsForPictures: boolean }) {
  // What keeps a long text from being saved takes longer to find out than a key may.
  const state = useDeferredValue(useEditorState(editor, now => now))
  return <SettledMessage state={state} waitsForPictures={waitsForPictures} />
}

const SettledMessage = memo(function SettledMessage({
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
  const says = saveStatus === 'saved' && message ? null : SAVE_STATUS_TEXTS[saveStatus]
  const words = isWaiting ? 'notePictures.savesThen' : says
  return (
    <div className="writing__said">
      {!hasFailed && (
        <p className={`writing__save-status writing__save-status--${saveStatus}`}>{words && t(words)}</p>
      )}
      <Message kind={hasFailed ? 'error' : 'status'}>{message && textOf(message, state)}</Message>
    </div>
  )
})

/** What can be done about a save that failed, or about a newer text. */
function WayOut({ editor, onRetry }: Pick<EditorStatusProps, 'editor' | 'onRetry'>) {
  const showsNewer = useEditorState(editor, isOutdated)
  const message = useEditorState(editor, state => state.message)
  const hasGone = useEditorState(editor, isGone)
  const isNew = useEditorState(editor, ({ noteNo }) => noteNo === null)
  if (showsNewer)
    return (
      <Button kind="quiet" onClick={() => editor.dispatch({ type: 'tookNewer' })}>
        {t('notes.showNewer')}
      </Button>
    )
  if (message?.kind !== 'failed') return null
  if (hasGone && isNew) return null
  return (
    <Button kind="quiet" onClick={hasGone ? () => void editor.saveAnew() : onRetry}>
      {t(hasGone ? 'notes.saveAnew' : 'notes.saveAgain')}
    </Button>
  )
}

function Length({ editor, id }: { editor: Editor; id: string }) {
  const length = useEditorState(editor, ({ writing }) => bodyLength(writing))
  return <TextLength length={useOncePainted(length)} id={id} />
}

function textOf(message: EditorMessage, state: EditorState): ReactNode {
  switch (message.kind) {
    case 'saved':
      return t('notes.saved', { time: clockTime(new Date(message.at)) })
    case 'autosaved':
      return t('notes.autosaved', { time: clockTime(new Date(message.at)) })
    case 'autosaveOn':
      return t('notes.autosaveOn')
    case 'autosaveOff':
      return t('notes.autosaveOff')
    case 'copied':
      return t('notes.conflictCopied', { title: message.title })
    case 'failed':
      return saveFailureText(message.error, state)
  }
}

function saveFailureText(error: unknown, state: EditorState): string {
  if (isGone(state))
    return t(state.noteNo === null ? 'notes.topicGoneWhileWriting' : 'notes.goneWhileWriting')
  if (error instanceof CallFailed && !error.isPassing) return failureText(error)
  return t(state.keepsDrafts ? 'notes.saveFailed' : 'notes.saveFailedUnkept')
}
