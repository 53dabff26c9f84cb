import { useAtom, useSetAtom } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { useCreateTopic, useKnownTitles } from './topics.queries.ts'
import { newTopicTitleAtom } from './topics.state.ts'

export function NewTopicForm({ onCreated }: { onCreated: () => void }) {
  const [title, setTitle] = useAtom(newTopicTitleAtom)
  const [isRejected, setRejected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const createTopic = useCreateTopic()
  const isKnownTitle = useKnownTitles()
  const showToast = useSetAtom(showToastAtom)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (createTopic.isPending) return
    field.current?.focus()
    const isValid = topicTitleField.safeParse(title).success
    setRejected(!isValid)
    if (!isValid) return
    const isDuplicate = isKnownTitle(title)
    createTopic.mutate(title, {
      onSuccess() {
        if (isDuplicate) showToast({ text: t('topics.createdSame', { title: title.trim() }) })
        // Keep input typed since the submit.
        setTitle(typed => (typed === title ? '' : typed))
        onCreated()
      },
    })
  }

  function type(typed: string) {
    setTitle(typed)
    setRejected(false)
    if (!createTopic.isPending) createTopic.reset()
  }

  return (
    <form className="new-topic" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={t('topics.newTopic')}
        max={TOPIC_TITLE_MAX}
        value={title}
        onChange={type}
        autoComplete="off"
        enterKeyHint="done"
        error={errorOf(isRejected, createTopic.error)}
      />
      <Button type="submit" kind="primary" busy={createTopic.isPending}>
        {t('topics.create')}
      </Button>
      <p className="visually-hidden" role="status">
        {createTopic.isSuccess && t('topics.created')}
      </p>
    </form>
  )
}

function errorOf(isRejected: boolean, error: Error | null): string | undefined {
  if (isRejected) return t('topics.titleLength')
  return error ? failureText(error) : undefined
}
