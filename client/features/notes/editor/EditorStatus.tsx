import { useAtomValue } from 'jotai'
import { type ReactNode, useDeferredValue } from 'react'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { clockTime } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import type { EditorMessage, EditorState } from './note.editor.ts'
import type { Editor } from './note.saving.ts'
import { STANDING_TEXTS, standingOf } from './note.standing.ts'

interface EditorStatusProps {
  editor: Editor
  state: EditorState
  /** Of the count, which the text area is described by. */
  countId: string
  onRetry: () => void
}

/** One line that is always true. 'Saved' stands here only after the server has said so. */
export function EditorStatus({ editor, state, countId, onRetry }: EditorStatusProps) {
  // What keeps a long text from being saved takes longer to find out than a key may.
  const settled = useDeferredValue(state)
  return (
    <div className="writing__status">
      <StatusMessage state={settled} />
      <WayOut state={state} editor={editor} onRetry={onRetry} />
      <div className="writing__facts">
        <Length id={countId} length={textLength(state.writing.text)} />
        <Switch
          label={t('notes.autosave')}
          checked={state.isAutosaving}
          onChange={on => editor.dispatch({ type: 'autosaveSwitched', on })}
        />
      </div>
    </div>
  )
}

function StatusMessage({ state }: { state: EditorState }) {
  const hasLine = useAtomValue(connectionStateAtom) === 'connected' && navigator.onLine
  const { message } = state
  const standing = standingOf(state, hasLine)
  const hasFailed = message?.kind === 'failed' && standing !== 'saving'
  const says = standing === 'saved' && message ? null : STANDING_TEXTS[standing]
  return (
    <div className="writing__said">
      {!hasFailed && <p className={`writing__standing writing__standing--${standing}`}>{says && t(says)}</p>}
      <Message kind={hasFailed ? 'error' : 'status'}>{message && textOf(message, state)}</Message>
    </div>
  )
}

/** What can be done about a save that failed. */
function WayOut({ state, editor, onRetry }: Pick<EditorStatusProps, 'state' | 'editor' | 'onRetry'>) {
  if (state.message?.kind !== 'failed') return null
  const isGone = isNotFound(state.message.error)
  if (isGone && state.noteNo === null) return null
  return (
    <Button kind="quiet" onClick={isGone ? () => void editor.saveAnew() : onRetry}>
      {t(isGone ? 'notes.saveAnew' : 'notes.saveAgain')}
    </Button>
  )
}

function Length({ id, length }: { id: string; length: number }) {
  const over = length - NOTE_BODY_MAX
  const count = { count: length.toLocaleString(), max: NOTE_BODY_MAX.toLocaleString() }
  return (
    <p className="writing__length">
      <span id={id} className={over > 0 ? 'writing__length--over' : undefined}>
        {t('common.count', count)}
      </span>
      <span className="writing__pages">
        {t('common.manuscriptPages', { pages: manuscriptPages(length) })}
      </span>
      <span className="visually-hidden" role="status">
        {over > 0 && t('common.tooLong', { max: NOTE_BODY_MAX })}
      </span>
    </p>
  )
}

function textOf(message: EditorMessage, { noteNo, keepsDrafts }: EditorState): ReactNode {
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
      return saveFailureText(message.error, noteNo, keepsDrafts)
  }
}

const isNotFound = (error: unknown) => error instanceof CallFailed && error.code === 'notFound'

function saveFailureText(error: unknown, noteNo: number | null, keepsDrafts: boolean): string {
  if (isNotFound(error)) return t(noteNo === null ? 'notes.topicGone' : 'notes.goneWhileWriting')
  if (error instanceof CallFailed && !error.isPassing) return failureText(error)
  return t(keepsDrafts ? 'notes.saveFailed' : 'notes.saveFailedUnkept')
}
