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
  const creating = useCreateTopic()
  const isKnownTitle = useKnownTitles()
  const showToast = useSetAtom(showToastAtom)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (creating.isPending) return
    field.current?.focus()
    const isValid = topicTitleField.safeParse(title).success
    setRejected(!isValid)
    if (!isValid) return
    const isNamedSo = isKnownTitle(title)
    creating.mutate(title, {
      onSuccess() {
        if (isNamedSo) showToast({ text: t('topics.createdSame', { title: title.trim() }) })
        // Somebody may have typed on.
        setTitle(typed => (typed === title ? '' : typed))
        onCreated()
      },
    })
  }

  function type(typed: string) {
    setTitle(typed)
    setRejected(false)
    if (!creating.isPending) creating.reset()
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
        error={errorOf(isRejected, creating.error)}
      />
      <Button type="submit" kind="primary" busy={creating.isPending}>
        {t('topics.create')}
      </Button>
      <p className="visually-hidden" role="status">
        {creating.isSuccess && t('topics.created')}
      </p>
    </form>
  )
}

function errorOf(isRejected: boolean, error: Error | null): string | undefined {
  if (isRejected) return t('topics.titleLength')
  return error ? failureText(error) : undefined
}
