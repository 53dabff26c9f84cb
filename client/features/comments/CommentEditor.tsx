import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { CommentView } from '#protocol/comments.ts'
import { CommentBox } from './CommentBox.tsx'
import { keepEdit, keptEdit } from './comments.outbox.ts'
import { type Place, useUpdateComment } from './comments.queries.ts'
import { useOthers } from './useOthers.ts'

interface CommentEditorProps {
  comment: CommentView
  place: Place
  onDone: () => void
}

/** What is typed is kept until it is saved or cancelled, also when the comment leaves the screen. */
export function CommentEditor({ comment, place, onDone }: CommentEditorProps) {
  const { commentNo } = comment
  const [kept] = useState(() => keptEdit(place, comment))
  const [text, setText] = useState(kept || comment.text)
  const updating = useUpdateComment(place)
  const people = useOthers(place.hubNo)
  const rejection = updating.data?.success === false ? updating.data.message : undefined

  function type(typed: string) {
    setText(typed)
    keepEdit(place, comment, typed === comment.text ? '' : typed)
  }

  function finish() {
    keepEdit(place, comment, '')
    onDone()
  }

  function save(changed: string) {
    if (changed === comment.text) return finish()
    const sent = keptEdit(place, comment)
    // The promise, because the screen may be left before the answer comes. What was typed meanwhile is not saved yet.
    updating.mutateAsync({ commentNo, text: changed }).then(
      reply => reply.success && keptEdit(place, comment) === sent && finish(),
      () => {},
    )
  }

  return (
    <CommentBox
      label={t('comments.editLabel')}
      sendLabel={t('comments.save')}
      value={text}
      onChange={type}
      onSend={save}
      busy={updating.isPending}
      error={updating.error ? failureText(updating.error) : rejection}
      onEscape={finish}
      autoFocus={kept === ''}
      {...(people && { people })}
    >
      <Button onClick={finish}>{t('common.cancel')}</Button>
    </CommentBox>
  )
}
