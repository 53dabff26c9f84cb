import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { clockTime } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { EditorMessage } from './note.editor.ts'

interface EditorStatusProps {
  message: EditorMessage | null
  noteNo: number | null
  onRetry: () => void
}

/** What became of the last save. 'Saved' stands here only after the server has said so. */
export function EditorStatus({ message, noteNo, onRetry }: EditorStatusProps) {
  const hasFailed = message?.kind === 'failed'
  return (
    <div className="editor__status">
      <Message kind={hasFailed ? 'error' : 'status'}>{message && textOf(message, noteNo)}</Message>
      {hasFailed && (
        <Button kind="quiet" onClick={onRetry}>
          {t('notes.saveAgain')}
        </Button>
      )}
    </div>
  )
}

function textOf(message: EditorMessage, noteNo: number | null): string {
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
      return saveFailureText(message.error, noteNo)
  }
}

function saveFailureText(error: unknown, noteNo: number | null): string {
  if (!(error instanceof CallFailed) || error.isPassing) return t('notes.saveFailed')
  if (error.code === 'notFound') return t(noteNo === null ? 'notes.topicGone' : 'notes.goneWhileWriting')
  return failureText(error)
}
