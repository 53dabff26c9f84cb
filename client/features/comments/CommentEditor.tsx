import { useState } from 'react'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { CommentView } from '#protocol/comments.ts'
import { CommentBox } from './CommentBox.tsx'
import { type Place, useUpdateComment } from './comments.queries.ts'

interface CommentEditorProps {
  comment: CommentView
  place: Place
  onDone: () => void
}

export function CommentEditor({ comment, place, onDone }: CommentEditorProps) {
  const [text, setText] = useState(comment.text)
  const updating = useUpdateComment(place)
  const refusal = updating.data?.success === false ? updating.data.message : undefined

  function save(changed: string) {
    if (changed === comment.text) return onDone()
    updating.mutate(
      { commentNo: comment.commentNo, text: changed },
      { onSuccess: reply => reply.success && onDone() },
    )
  }

  return (
    <CommentBox
      label={t('comments.editLabel')}
      sendLabel={t('comments.save')}
      value={text}
      onChange={setText}
      onSend={save}
      busy={updating.isPending}
      error={updating.error ? failureText(updating.error) : refusal}
      onEscape={onDone}
      autoFocus
    >
      <Button onClick={onDone}>{t('common.cancel')}</Button>
    </CommentBox>
  )
}
